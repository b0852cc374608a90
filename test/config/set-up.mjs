import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { bundle } from './bundle.mjs';
import { prune } from './dist.mjs';
import { pnpm } from './pnpm.mjs';
import { root } from './root.mjs';
import { tool } from './tools.mjs';

/** Installs what the lock file says, unless just that is installed already. */
export function install() {
  if (isInstalled()) return;
  console.error('rxkube: installing the packages of the workspace …');
  quietly([
    ...pnpm(),
    'install',
    '--frozen-lockfile',
    '--prod=false', // whatever NODE_ENV says, the tools are needed
    '--config.confirmModulesPurge=false', // there may be no terminal
  ]);
}

/** Compiles the packages and the examples to their `dist`, as far as something changed, and bundles the packages. */
export async function build() {
  console.error('rxkube: compiling …');
  quietly([...tool('tsc'), '-b', 'test/tsconfig.build.json', 'examples/tsconfig.build.json']);
  prune();
  await bundle();
}

function isInstalled() {
  // pnpm keeps a copy of the lock file that it has carried out.
  const done = join(root, 'node_modules', '.pnpm', 'lock.yaml');

  return existsSync(done) && readFileSync(done).equals(readFileSync(join(root, 'pnpm-lock.yaml')));
}

/**
 * Runs a command whose output matters only if it fails.
 *
 * @param {readonly string[]} command
 */
function quietly([file = '', ...args]) {
  const { status, signal, error, stdout, stderr } = spawnSync(file, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  const how = error?.message ?? `ended with ${String(signal ?? status)}`;
  throw new Error(`${stdout}${stderr}\nrxkube: ${[file, ...args].join(' ')}: ${how}`);
}
