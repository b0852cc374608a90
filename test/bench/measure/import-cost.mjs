import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { spreadOf } from './statistics.mjs';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** Prints the milliseconds of CPU time that a fresh process needs for one import. */
const program = `
  const before = process.cpuUsage();
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
`;

/**
 * The CPU time of a cold import of rxkube and of @kubernetes/client-node, in turn.
 *
 * @param {number} rounds
 * @returns {string} a line for people
 */
export function importCost(rounds) {
  const ours = [];
  const theirs = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(millisecondsOf('rxkube'));
    theirs.push(millisecondsOf('@kubernetes/client-node'));
  }
  const one = spreadOf(ours)?.median ?? NaN;
  const other = spreadOf(theirs)?.median ?? NaN;
  const ratio = (one / other).toFixed(2);

  return `A cold import of rxkube takes ${one.toFixed(0)} ms of CPU time, that of @kubernetes/client-node ${other.toFixed(0)} ms: a ratio of ${ratio}.`;
}

/** @param {string} name */
function millisecondsOf(name) {
  const words = ['--input-type=module', '--eval', program, name];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the import of ${name} failed: ${stderr}`);

  return Number(stdout);
}
