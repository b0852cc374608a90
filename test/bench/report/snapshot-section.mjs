import { spreadOf } from '../measure/statistics.mjs';
import { spread } from './numbers.mjs';
import { table } from './table.mjs';

/** @import { Pair } from '../measure/snapshot-growth.mjs' */

/**
 * The cost of a snapshot, without network and decoding.
 *
 * @param {readonly Pair[]} pairs
 */
export function snapshotSection(pairs) {
  const of = (/** @type {(pair: Pair) => number} */ reading) =>
    spread(spreadOf(pairs.map(reading)), 0);

  return [
    '## An event and its snapshot, without network and decoding',
    table(
      ['nanoseconds of CPU per event', '-1,000 objects', '-100,000 objects'],
      [
        ['`cacheReduce`', of(({ small }) => small.perEvent), of(({ large }) => large.perEvent)],
        ['`Map.set` alone', of(({ small }) => small.perSet), of(({ large }) => large.perSet)],
      ],
    ),
  ].join('\n\n');
}
