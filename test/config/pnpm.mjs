import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

import { manifest } from './root.mjs';

/** @type {readonly string[] | undefined} */
let found;

/**
 * The words that start the pnpm of `packageManager`: the one on the PATH if it is that version, else through npx.
 *
 * @returns {readonly string[]}
 */
export function pnpm() {
  found ??= isOnPath() ? ['pnpm'] : ['npx', '-y', manifest.packageManager];

  return found;
}

function isOnPath() {
  // Asked outside the workspace: inside, a pnpm of another version would try to become the right one.
  const answer = spawnSync('pnpm', ['--version'], {
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 10_000,
    env: { ...process.env, COREPACK_ENABLE_DOWNLOAD_PROMPT: '0', COREPACK_ENABLE_NETWORK: '0' },
  });

  return answer.status === 0 && `pnpm@${answer.stdout.trim()}` === manifest.packageManager;
}
