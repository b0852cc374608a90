import { seededRandom } from '@rxkube/apiserver';

import { type Pipe } from '../../marbles/pipe.js';
import { failures } from './failures.js';
import { reflectorRecovers } from './reflector.js';
import { timeToRecover } from './time-to-recover.js';

/** Runs of each kind: an odd number, so that there is one in the middle. */
const RUNS = 31;

const HEAD = ['failure', 'lasts', 'rxkube', 'at worst', 'client-go', 'at worst'];

/** The times to recover from every kind of failure as a table of Markdown, laid out as Prettier does. */
export function recoveryTable(pipe: Pipe): string {
  const rows = failures.map((failure) => {
    const seeds = Array.from({ length: RUNS }, (_, seed) => seed + 1);
    const ours = seeds.map((seed) => timeToRecover(pipe, failure, seed));
    const theirs = seeds.map((seed) => reflectorRecovers(failure, seededRandom(seed)));
    const lasts = failure.lasts === 0 ? 'a moment' : `${String(failure.lasts)} s`;

    return [
      failure.name,
      lasts,
      ...[ours, theirs].flatMap((times) => [median(times), Math.max(...times)].map(seconds)),
    ];
  });

  return markdown([HEAD, ...rows]);
}

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;
}

function seconds(milliseconds: number): string {
  return Number.isFinite(milliseconds) ? `${(milliseconds / 1_000).toFixed(1)} s` : 'never';
}

function markdown(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));

  return [lines[0] ?? [], rule, ...lines.slice(1)]
    .map((line) => `| ${line.join(' | ')} |\n`)
    .join('');
}
