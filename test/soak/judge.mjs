/** @import { Sample } from './sample.mjs' */

/** The heap may grow by so much from the first third to the last. */
const GROWTH = 1.05;
const SLACK = 2 * 1024 * 1024;

/**
 * Says what has grown between the first third of the samples and the last.
 *
 * @param {readonly Sample[]} samples behind the warm-up
 * @param {{ readonly watches: number, readonly pool: number }} expected how many watches are open at each sample, and
 *   how many connections more may be kept
 * @returns {readonly string[]} what is wrong, a line each
 */
export function judge(samples, { watches, pool }) {
  const third = Math.floor(samples.length / 3);
  if (third < 1) return ['there are fewer than three samples: let it run longer'];
  const first = samples.slice(0, third);
  const last = samples.slice(-third);
  const heaps = { first: median(first, 'heap'), last: median(last, 'heap') };
  const limit = heaps.first * GROWTH + SLACK;
  const sockets = samples.map((sample) => sample.sockets);

  return [
    ...(heaps.last > limit
      ? [
          `the heap has grown from ${mib(heaps.first)} to ${mib(heaps.last)}; ${mib(limit)} is allowed`,
        ]
      : []),
    ...(sockets.some((count) => count < watches || count > watches + pool)
      ? [`there are ${String(watches)} watches, but ${sockets.join(', ')} sockets`]
      : []),
    ...['timers', 'listeners'].flatMap((field) => {
      const key = /** @type {'timers' | 'listeners'} */ (field);
      const [before, after] = [median(first, key), median(last, key)];

      return before === after
        ? []
        : [`there were ${String(before)} ${field}, now ${String(after)}`];
    }),
  ];
}

/**
 * @param {readonly Sample[]} samples
 * @param {keyof Sample} field
 */
function median(samples, field) {
  const sorted = samples.map((sample) => sample[field]).sort((a, b) => a - b);

  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** @param {number} bytes */
export function mib(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(2)} MiB`;
}
