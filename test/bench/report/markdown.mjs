import { spread } from './numbers.mjs';
import { suiteSection } from './suite-section.mjs';
import { snapshotSection } from './snapshot-section.mjs';
import { table } from './table.mjs';

/** @import { Run } from '../bench.mjs' */
/** @import { Figure } from './figures.mjs' */

/**
 * The report of a run.
 *
 * @param {Run} run
 * @param {readonly Figure[]} figures
 */
export function markdown({ machine, outcomes, snapshots }, figures) {
  const { processor, cores, isPinned, node, load } = machine;
  const where = isPinned
    ? 'The server has a core of its own, whoever is measured another.'
    : 'Programs could not be bound to cores here, so the figures are rougher than elsewhere.';
  const busy =
    load > cores
      ? [`Other programs kept the machine busy (a load of ${load.toFixed(0)}): take it for rough.`]
      : [];

  return `${[
    '# What `npm run bench` measured',
    `Node ${node} on ${String(cores)} cores of ${processor}, over loopback. ${where} Medians, with quartiles in brackets.`,
    ...busy,
    ...figureSection(figures),
    ...outcomes.map(suiteSection),
    ...(snapshots.length > 0 ? [snapshotSection(snapshots)] : []),
  ].join('\n\n')}\n`;
}

/** @param {readonly Figure[]} figures */
function figureSection(figures) {
  const measured = figures.filter((figure) => figure.spread !== undefined);
  if (measured.length === 0) return [];

  return [
    '## The aims',
    'Ratios of CPU time unless it says otherwise. An aim is reached when the worse quartile reaches it.',
    table(
      ['figure', '-aim', '-worse quartile', '-median (quartiles)', '-runs', 'reached', ''],
      measured.map(row),
    ),
  ];
}

/** @param {Figure} figure */
function row(figure) {
  const { text, side, aim, unit = '', note = '' } = figure;
  const { lower = 0, upper = 0, count = 0 } = figure.spread ?? {};
  const worse = side === 'at least' ? lower : upper;
  const isReached = side === 'at least' ? worse >= aim : worse <= aim;
  const after = unit === '' ? '' : ` ${unit}`;

  return [
    text,
    `${side} ${String(aim)}${after}`,
    `${worse.toFixed(2)}${after}`,
    spread(figure.spread),
    String(count),
    isReached ? 'yes' : 'no',
    note,
  ];
}
