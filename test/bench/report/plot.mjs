import { contenders } from '../measure/contenders.mjs';
import { spreadOf } from '../measure/statistics.mjs';
import { bars } from './bars.mjs';

/** @import { Run } from '../bench.mjs' */
/** @import { Measured } from '../measure/trial.mjs' */

/**
 * The main workload as bars: events for each second of CPU, and bytes for each object.
 *
 * @param {Run} run
 * @returns {string} SVG
 */
export function plot({ outcomes, machine }) {
  const [outcome] = outcomes;
  if (outcome === undefined) return '';
  const { suite, sent, entries } = outcome;
  // The contender that only reads bytes is so far away that it would hide the differences between the others.
  const about = contenders.filter(
    ({ name }) => name !== 'drain' && entries.some((entry) => entry.name === name),
  );
  /** @param {(measured: Measured) => number | undefined} reading */
  const rows = (reading) =>
    about.flatMap(({ name, family }) => {
      const measured = entries.flatMap((entry) => (entry.name === name ? [entry.measured] : []));
      const value = spreadOf(measured.flatMap((each) => [reading(each) ?? []].flat()));
      const isWrong = measured.some(({ wrong }) => wrong !== undefined);

      return value === undefined ? [] : [{ name, family, isWrong, value }];
    });

  return bars({
    title: `rxkube beside other clients, ${suite.title}`,
    about: `Node ${machine.node}; medians of ${String(suite.rounds)} rounds, the line is from quartile to quartile`,
    charts: [
      {
        title: 'watch events per second of CPU (longer is better)',
        rows: rows(({ watchCpuMs }) => watchCpuMs && (sent.events / watchCpuMs) * 1_000),
      },
      {
        title: 'bytes retained per object (shorter is better)',
        rows: rows(({ bytesPerObject }) => bytesPerObject),
      },
    ],
  });
}
