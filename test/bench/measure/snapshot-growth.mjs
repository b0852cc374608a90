import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { pinned } from './pinned.mjs';

const PROGRAM = fileURLToPath(new URL('../contender/snapshot-cost.mjs', import.meta.url));

const EVENTS = 200_000;

/** @typedef {{ readonly perEvent: number, readonly perSet: number }} Cost nanoseconds of CPU */

/** @typedef {{ readonly small: Cost, readonly large: Cost }} Pair with 1,000 and with 100,000 objects */

/**
 * The cost of a snapshot in a small set and in a large one, pair by pair.
 *
 * @param {number} rounds
 * @returns {readonly Pair[]}
 */
export function snapshotGrowth(rounds) {
  return Array.from({ length: rounds }, (_, round) => {
    if (round % 2 === 0) {
      const small = costOf(1_000);

      return { small, large: costOf(100_000) };
    }
    const large = costOf(100_000);

    return { small: costOf(1_000), large };
  });
}

/**
 * @param {number} objects
 * @returns {Cost}
 */
function costOf(objects) {
  const command = [process.execPath, PROGRAM, String(objects), String(EVENTS)];
  const [file = '', ...args] = pinned('contender', command);
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The cost of a snapshot could not be measured: ${stderr}`);

  return JSON.parse(stdout);
}
