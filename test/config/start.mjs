import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { root } from './root.mjs';

/** The main job, compiled from `examples/rollout/main.ts`. */
const main = join('examples', 'dist', 'rollout', 'main.js');

/** Milliseconds. One press of Ctrl-C may arrive twice: from the terminal, and from the parent. */
const sameSignalWithin = 500;

/** Milliseconds between two looks whether the starter is still there. */
const parentCheck = 250;

/**
 * Runs the main job with the arguments given; from here on it alone writes.
 *
 * @param {readonly string[]} words
 * @returns {Promise<number>} its exit code
 */
export function start(words) {
  const guard = new URL('end-with-parent.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', guard, join(root, main), ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // A process group of its own, so that each signal reaches it from here, once.
    detached: process.platform !== 'win32',
  });
  const passOn = passingOn((signal) => child.kill(signal));

  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, passOn);
  }
  onOrphaned(() => {
    passOn('SIGTERM');
  });
  // A terminal tells only the group in front of it.
  process.on('SIGWINCH', (signal) => child.kill(signal));
  process.on('SIGCONT', (signal) => child.kill(signal));
  process.on('SIGTSTP', () => {
    child.kill('SIGSTOP');
    process.kill(process.pid, 'SIGSTOP');
  });

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal !== null) dieBy(signal);
      resolve(code ?? 1);
    });
  });
}

/**
 * @param {(signal: NodeJS.Signals) => void} send
 * @returns {(signal: NodeJS.Signals) => void} the same, deaf to repetitions
 */
function passingOn(send) {
  /** @type {Map<NodeJS.Signals, number>} */
  const last = new Map();

  return (signal) => {
    const now = performance.now();
    const before = last.get(signal) ?? -Infinity;
    last.set(signal, now);
    if (now - before > sameSignalWithin) send(signal);
  };
}

/**
 * The parent was killed, so it cannot request the end any more.
 *
 * @param {() => void} act
 */
function onOrphaned(act) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, parentCheck).unref();
}

/** @param {NodeJS.Signals} signal */
function dieBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
