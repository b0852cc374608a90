import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The release that the suite is about, as the name of its folder. */
export const newest = 'v1.37';

/**
 * Builds the control plane, or finds the one that was built before.
 *
 * The binary is kept outside the clone, under a hash of all that it is made of, so the wait of the first build is
 * not repeated. It is moved there when it is whole: two builds at a time do each other no harm.
 *
 * @param {string} release the folder of a release
 * @param {(line: string) => void} tell
 * @returns {Promise<string>} the path of the binary
 */
export async function controlPlane(release = newest, tell = console.log) {
  const folder = fileURLToPath(new URL(release, import.meta.url));
  const binary = join(kept(), `control-plane-${release}-${hash(folder)}`);
  if (existsSync(binary)) return binary;

  const version = kubernetesVersion(folder);
  const whole = `${binary}.${String(process.pid)}`;
  const started = Date.now();
  mkdirSync(kept(), { recursive: true });
  tell(
    `control-plane: building Kubernetes ${version} for the first time. It may take a quarter of an hour.`,
  );
  await compile(folder, ['-o', whole, '-ldflags', flags(version), '.'], tell);
  renameSync(whole, binary);
  tell(
    `control-plane: built in ${String(Math.round((Date.now() - started) / 1_000))} s: ${binary}`,
  );

  return binary;
}

function kept() {
  const { XDG_CACHE_HOME = '' } = process.env;

  return join(XDG_CACHE_HOME === '' ? join(homedir(), '.cache') : XDG_CACHE_HOME, 'rxkube');
}

/** @param {string} folder */
function hash(folder) {
  const sum = createHash('sha256').update(goVersion(folder));
  for (const file of ['go.mod', 'go.sum', 'main.go']) sum.update(readFileSync(join(folder, file)));

  return sum.digest('hex').slice(0, 16);
}

/** @param {string} folder */
function goVersion(folder) {
  const { status, stdout, stderr, error } = spawnSync('go', ['version'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 0) return stdout;

  const why = error === undefined ? stderr.trim() : 'there is no "go" on the path';
  throw new Error(
    `control-plane: no Go that could build it: ${why}. Install Go (go.dev/dl), or let the suite run on the cluster of your kubeconfig with RXKUBE_CLUSTER=kubeconfig.`,
  );
}

/** @param {string} folder */
function kubernetesVersion(folder) {
  const [, version = ''] =
    /^\tk8s\.io\/kubernetes (v\S+)$/mu.exec(readFileSync(join(folder, 'go.mod'), 'utf8')) ?? [];

  return version;
}

/** What `/version` answers, and no debug information. @param {string} version */
function flags(version) {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/u.exec(version) ?? [];
  const stamp = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'archive' };

  return [
    '-s -w',
    ...Object.entries(stamp).map(
      ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
    ),
  ].join(' ');
}

/**
 * At the lowest priority, two packages at a time: it runs beside other work, and each compiler takes memory.
 *
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {(line: string) => void} tell
 */
async function compile(folder, args, tell) {
  const settings = { cwd: folder, env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' } };
  const whole = spawnSync('go', ['list', '-deps', '.'], { ...settings, encoding: 'utf8' });
  const packages = whole.stdout.split('\n').length;
  const words = ['go', 'build', '-p', '2', '-trimpath', '-v', ...args];
  const [file = '', ...rest] =
    process.platform === 'win32' ? words : ['nice', '-n', '19', ...words];
  const child = spawn(file, rest, { ...settings, stdio: ['ignore', 'ignore', 'pipe'] });
  const tail = [];
  let compiled = 0;

  for await (const line of createInterface({ input: child.stderr })) {
    tail.push(line);
    if (tail.length > 20) tail.shift();
    if (!/^\S+$/u.test(line)) continue; // -v names each package on a line of its own
    compiled += 1;
    if (compiled % 100 === 0)
      tell(`control-plane: ${String(compiled)} of at most ${String(packages)} packages`);
  }

  const status = child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve)));
  if (status !== 0) throw new Error(`control-plane: go build failed.\n${tail.join('\n')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await controlPlane(process.argv[2]));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
