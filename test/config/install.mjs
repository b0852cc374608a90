import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from './root.mjs';

/** Installs what the lock file says, unless exactly that is installed already. */
export function install() {
  if (isInstalled()) return;
  console.error('rxkube: installing the packages of the workspace …');
  const [file = '', ...words] = pnpm();
  const { status, signal, error, stdout, stderr } = spawnSync(
    file,
    [
      ...words,
      'install',
      '--frozen-lockfile',
      '--prod=false', // the tools are needed, even if NODE_ENV is `production`
      '--config.confirmModulesPurge=false', // there may be no terminal
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status === 0) return;
  const reason = error?.message ?? `ended with ${String(signal ?? status)}`;
  throw new Error(`${stdout}${stderr}\nrxkube: ${file} install: ${reason}`);
}

/**
 * The words that start the pnpm of `packageManager`: the one on the PATH if it is that version, else through npx.
 *
 * @returns {readonly string[]}
 */
export function pnpm() {
  /** @type {{ readonly packageManager: string }} */
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Started outside the workspace: inside, a pnpm of another version tries to become the right one.
  const { status, stdout } = spawnSync('pnpm', ['--version'], {
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 10_000,
    env: { ...process.env, COREPACK_ENABLE_DOWNLOAD_PROMPT: '0', COREPACK_ENABLE_NETWORK: '0' },
  });

  return status === 0 && `pnpm@${stdout.trim()}` === packageManager
    ? ['pnpm']
    : ['npx', '-y', packageManager];
}

function isInstalled() {
  // pnpm keeps a copy of the lock file after each complete installation.
  const done = join(root, 'node_modules', '.pnpm', 'lock.yaml');

  return existsSync(done) && readFileSync(done).equals(readFileSync(join(root, 'pnpm-lock.yaml')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) install();
