import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { newest } from './build.mjs';

/**
 * Writes the go.mod and go.sum of one Kubernetes release: `node pin.mjs 1.37.2`.
 *
 * The staging modules of Kubernetes are required there at v0.0.0 and replaced by folders of its own repository. As
 * libraries they are published as v0.MINOR.PATCH, so each such line becomes one `replace` of ours. etcd is taken
 * exactly as that release pins it, and so is the `godebug` default, which a main module must repeat.
 */
const [release = ''] = process.argv.slice(2);
const [, minor, patch] = /^1\.(\d+)\.(\d+)$/u.exec(release) ?? [];

if (minor === undefined || patch === undefined) {
  console.error('control-plane: say which release, as in "node pin.mjs 1.37.2".');
  process.exit(2);
}

const folder = fileURLToPath(new URL(`v1.${minor}`, import.meta.url));
const downloaded = JSON.parse(go(['mod', 'download', '-json', `k8s.io/kubernetes@v${release}`]));
const theirs = readFileSync(downloaded.GoMod, 'utf8');
const etcd = found(/^\tgo\.etcd\.io\/etcd\/server\/v3 (\S+)/mu);
const asLibrary = `v0.${minor}.${patch}`;
const staging = [...theirs.matchAll(/^\t(k8s\.io\/\S+) => \.\/staging\//gmu)].map(
  ([, path = '']) => path,
);

mkdirSync(folder, { recursive: true });
writeFileSync(
  `${folder}/go.mod`,
  `// Written by pin.mjs ${release}.
module rxkube/control-plane

go ${found(/^go (\S+)/mu)}

godebug default=${found(/^godebug default=(\S+)/mu)}

require (
	go.etcd.io/etcd/client/v3 ${etcd}
	go.etcd.io/etcd/etcdutl/v3 ${etcd}
	go.etcd.io/etcd/server/v3 ${etcd}
	k8s.io/component-base ${asLibrary}
	k8s.io/kubernetes v${release}
)

replace (
${staging.map((path) => `\t${path} => ${path} ${asLibrary}`).join('\n')}
)
`,
);
if (!existsSync(`${folder}/main.go`)) {
  copyFileSync(fileURLToPath(new URL(`${newest}/main.go`, import.meta.url)), `${folder}/main.go`);
}
go(['mod', 'tidy'], folder);

/**
 * @param {readonly string[]} args
 * @param {string} [cwd] where no go.mod is in the way, unless it is the one that is meant
 */
function go(args, cwd = '/') {
  const { status, stdout, error } = spawnSync('go', args, {
    cwd,
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw error ?? new Error(`control-plane: go ${args.join(' ')} failed.`);

  return stdout;
}

/** @param {RegExp} line */
function found(line) {
  const [, value] = line.exec(theirs) ?? [];
  if (value === undefined) throw new Error(`control-plane: ${release} has no line ${line.source}.`);

  return value;
}
