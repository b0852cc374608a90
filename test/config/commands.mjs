import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from './build.mjs';
import { root } from './root.mjs';

/** The main job, compiled from `examples/rollout/main.ts`. */
const main = join(root, 'examples', 'dist', 'rollout', 'main.js');

/** Milliseconds between two checks of the parent. */
const PARENT_CHECK = 250;

/**
 * Compiles what changed and runs the main job in this process.
 *
 * @param {readonly string[]} words
 */
export async function start(words) {
  console.error('rxkube: compiling …');
  await build();
  endWithParent();
  process.argv.splice(1, Infinity, main, ...words);
  await import(pathToFileURL(main).href);
}

/**
 * Runs all checks of a change, as far as Node suffices for them.
 *
 * @param {readonly string[]} words for vitest
 */
export async function test(words) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', 'test/config/vitest.config.ts', ...words],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

/** Ends this process as Ctrl-C does if its parent is killed and so cannot pass a signal on. */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK).unref();
}
