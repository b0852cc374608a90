import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A program in Go that a suite is about.
 *
 * @typedef {object} GoProgram
 * @property {string} name of the binary that is kept, and the prefix of each reported line
 * @property {string} folder a module of `go.mod`, `go.sum` and `main.go`
 * @property {string} flags for the linker
 * @property {string} first the report before the first build, which takes a while
 * @property {string} otherwise what to do where there is no Go
 */

/**
 * Builds a program, or finds the one that was built before.
 *
 * The binary is kept outside the clone, under a hash of all that it is made of, so the wait of the first build is
 * not repeated. It is moved there when it is whole: two builds at a time do each other no harm.
 *
 * @param {GoProgram} program
 * @param {(line: string) => void} tell
 * @returns {Promise<string>} the path of the binary
 */
export async function goProgram({ name, folder, flags, first, otherwise }, tell = console.log) {
  const version = goVersion(folder);
  if (version.problem !== undefined) {
    throw new Error(
      `${name}: no Go that could build it: ${version.problem}. Install Go (go.dev/dl)${otherwise}.`,
    );
  }
  const binary = join(kept(), `${name}-${hash(folder, version.text)}`);
  if (existsSync(binary)) return binary;

  const whole = `${binary}.${String(process.pid)}`;
  const started = Date.now();
  mkdirSync(kept(), { recursive: true });
  tell(`${name}: ${first}`);
  await compile(name, folder, ['-o', whole, '-ldflags', flags, '.'], tell);
  renameSync(whole, binary);
  tell(`${name}: built in ${String(Math.round((Date.now() - started) / 1_000))} s: ${binary}`);

  return binary;
}

/**
 * Which Go there is for a module, or why there is none.
 *
 * @param {string} folder
 * @returns {{ readonly text: string, readonly problem?: string }}
 */
export function goVersion(folder) {
  const { status, stdout, stderr, error } = spawnSync('go', ['version'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 0) return { text: stdout };

  return {
    text: '',
    problem: error === undefined ? stderr.trim() : 'there is no "go" on the path',
  };
}

function kept() {
  const { XDG_CACHE_HOME = '' } = process.env;

  return join(XDG_CACHE_HOME === '' ? join(homedir(), '.cache') : XDG_CACHE_HOME, 'rxkube');
}

/**
 * @param {string} folder
 * @param {string} version
 */
function hash(folder, version) {
  const sum = createHash('sha256').update(version);
  for (const file of readdirSync(folder).sort()) {
    if (/^go\.|\.go$/u.test(file)) sum.update(readFileSync(join(folder, file)));
  }

  return sum.digest('hex').slice(0, 16);
}

/**
 * At the lowest priority, two packages at a time: it runs beside other work, and each compiler takes memory.
 *
 * @param {string} name
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {(line: string) => void} tell
 */
async function compile(name, folder, args, tell) {
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
      tell(`${name}: ${String(compiled)} of at most ${String(packages)} packages`);
  }

  const status = child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve)));
  if (status !== 0) throw new Error(`${name}: go build failed.\n${tail.join('\n')}`);
}
