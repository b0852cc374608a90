import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The Go module that pins the release of Kubernetes. */
const folder = fileURLToPath(new URL('../../cluster/control-plane/v1.37', import.meta.url));

/** The modules that publish the definitions of the built-in kinds. */
const NAMES = ['k8s.io/api', 'k8s.io/apimachinery', 'k8s.io/apiextensions-apiserver'];

/**
 * A Go module on this machine.
 *
 * @typedef {object} GoModule
 * @property {string} path such as `k8s.io/api`
 * @property {string} version
 * @property {string} folder
 */

/**
 * Finds the modules that were downloaded before. Returns `undefined` if Go or one of the modules is missing.
 *
 * @returns {readonly GoModule[] | undefined}
 */
export function goModules() {
  const format = '{{.Path}}\t{{with .Replace}}{{.Version}}{{else}}{{.Version}}{{end}}\t{{.Dir}}';
  const { status, stdout } = spawnSync('go', ['list', '-m', '-f', format, ...NAMES], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod', GOWORK: 'off' },
  });
  if (status !== 0) return undefined;
  const modules = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([path = '', version = '', dir = '']) => ({ path, version, folder: dir }));

  return modules.every((module) => module.folder !== '') ? modules : undefined;
}

/** Downloads the modules through the Go module proxy, and checks them against the sums of the release. */
export function downloadGoModules() {
  spawnSync('go', ['mod', 'download', ...NAMES], { cwd: folder, stdio: 'inherit' });
}
