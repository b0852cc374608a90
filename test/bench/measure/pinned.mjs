import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const [first, second] = coresOf();

/** The cores of the server and of the contender. Undefined if programs cannot be bound to cores. */
export const cores = first === undefined || second === undefined ? undefined : { first, second };

/**
 * The words that start a program on one core, or as they are where that cannot be said.
 *
 * @param {'server' | 'contender'} who
 * @param {readonly string[]} command
 * @returns {readonly string[]}
 */
export function pinned(who, command) {
  if (cores === undefined) return command;

  return ['taskset', '-c', who === 'server' ? cores.first : cores.second, ...command];
}

/** The cores that this process may use, as far as `taskset` can tell. */
function coresOf() {
  if (availableParallelism() < 2) return [];
  const { status, stdout } = spawnSync('taskset', ['-cp', String(process.pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) return [];
  const list = stdout.slice(stdout.lastIndexOf(':') + 1).trim();

  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);

    return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
  });
}
