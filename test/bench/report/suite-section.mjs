import { spreadOf } from '../measure/statistics.mjs';
import { number, spread } from './numbers.mjs';
import { table } from './table.mjs';

/** @import { Entry, Outcome } from '../measure/run-suite.mjs' */
/** @import { Measured } from '../measure/trial.mjs' */

/** @typedef {{ readonly title: string, readonly cell: (entries: readonly Entry[]) => string }} Column */

/**
 * The table of one suite; without the columns that were not measured.
 *
 * @param {Outcome} outcome
 */
export function suiteSection(outcome) {
  const { suite, entries, absent } = outcome;
  const names = [...new Set(entries.map(({ name }) => name))];
  const rows = names.map((name) => entries.filter((entry) => entry.name === name));
  const columns = columnsOf(outcome).filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const missing = Object.entries(absent).map(([name, why]) => `- \`${name}\` did not run: ${why}.`);

  return [
    `## ${suite.title.charAt(0).toUpperCase()}${suite.title.slice(1)}`,
    table(
      ['', ...columns.map(({ title }) => title), 'state'],
      rows.map((row) => [
        row[0]?.name ?? '',
        ...columns.map(({ cell }) => cell(row)),
        stateOf(row),
      ]),
    ),
    ...(missing.length > 0 ? [missing.join('\n')] : []),
  ].join('\n\n');
}

/**
 * @param {Outcome} outcome
 * @returns {readonly Column[]}
 */
function columnsOf({ suite, sent }) {
  const isList = suite.task.until === 'listed';
  const perSecond =
    (/** @type {number} */ amount) =>
    (/** @type {Measured} */ { watchMs }) =>
      watchMs === undefined ? undefined : (amount / watchMs) * 1_000;

  return [
    median('-list ms', ({ listMs }) => listMs),
    median('-list CPU ms', ({ listCpuMs }) => listCpuMs),
    ...(isList ? [median('-first set ms', ({ sinceStartMs }) => sinceStartMs)] : []),
    median('-peak MB', ({ peakBytes }) => megabytes(peakBytes)),
    ...(isList ? [median('-retained MB', ({ retainedBytes }) => megabytes(retainedBytes))] : []),
    median('-delay p99 ms', ({ delayMs }) => delayMs?.p99, 1),
    median('-worst ms', ({ delayMs }) => delayMs?.worst, 1),
    median('-events/s', perSecond(sent.events)),
    median('-MB/s', perSecond(sent.bytes / 1e6)),
    median('-watch CPU s', ({ watchCpuMs }) => watchCpuMs && watchCpuMs / 1_000, 2),
    { title: '-against the floor', cell: againstBase },
    median('-bytes per object', ({ bytesPerObject }) => bytesPerObject),
    median('-relist ms', ({ relistMs }) => relistMs),
    median('-relist CPU ms', ({ relistCpuMs }) => relistCpuMs),
    median('-held snapshots', ({ heldBytes }) => heldBytes?.count),
    median('-they retain MB', ({ heldBytes }) => megabytes(heldBytes?.bytes)),
    median('-read all CPU ms', ({ read }) => read?.readMs, 1),
    median('-JSON.parse alone', ({ read }) => read?.parseMs, 1),
  ];
}

/**
 * @param {string} title
 * @param {(measured: Measured) => number | undefined} reading
 * @param {number} [digits]
 * @returns {Column}
 */
function median(title, reading, digits) {
  return {
    title,
    cell: (entries) => {
      const values = entries.flatMap(({ measured }) => [reading(measured) ?? []].flat());

      return number(spreadOf(values)?.median, digits);
    },
  };
}

/** @param {readonly Entry[]} entries */
function againstBase(entries) {
  const values = entries.flatMap(({ measured, base }) =>
    measured.watchCpuMs === undefined || base?.watchCpuMs === undefined
      ? []
      : [base.watchCpuMs / measured.watchCpuMs],
  );

  return spread(spreadOf(values));
}

/** @param {readonly Entry[]} entries */
function stateOf(entries) {
  const problems = entries.filter(({ measured }) => measured.problem !== undefined);
  const wrong = entries.filter(({ measured }) => measured.wrong !== undefined);
  const [problem] = problems;
  if (problem !== undefined) {
    return `${String(problems.length)} of ${String(entries.length)} failed: ${problem.measured.problem ?? ''}`;
  }
  if (wrong.length > 0) {
    return `**wrong in ${String(wrong.length)} of ${String(entries.length)}** (${wrong[0]?.measured.wrong ?? ''})`;
  }

  return entries.some(({ measured }) => measured.isChecked === true) ? 'right' : '';
}

/** @param {number | undefined} bytes */
function megabytes(bytes) {
  return bytes === undefined ? undefined : bytes / 1e6;
}
