import { spreadOf } from '../measure/statistics.mjs';

/** @import { Run } from '../bench.mjs' */
/** @import { Entry } from '../measure/run-suite.mjs' */
/** @import { Spread } from '../measure/statistics.mjs' */
/** @import { Measured } from '../measure/trial.mjs' */

/**
 * A figure that is aimed at.
 *
 * @typedef {object} Figure
 * @property {string} text
 * @property {'at least' | 'at most'} side
 * @property {number} aim
 * @property {string} [unit]
 * @property {Spread | undefined} spread undefined where it was not measured
 * @property {string} [note]
 */

/** @typedef {(measured: Measured) => number | undefined} Reading */

/** @type {Reading} */
const watchCpu = ({ watchCpuMs }) => watchCpuMs;

/**
 * The figures that the speed of rxkube is judged by, as far as a run measured them.
 *
 * @param {Run} run
 * @returns {readonly Figure[]}
 */
export function figures(run) {
  const faster = ratios(run, watchCpu);
  /**
   * @param {string} text
   * @param {number} aim
   * @param {readonly number[]} values
   * @returns {Figure}
   */
  const atLeast = (text, aim, values) => ({
    text,
    side: 'at least',
    aim,
    spread: spreadOf(values),
  });
  /**
   * @param {string} text
   * @param {number} aim
   * @param {readonly number[]} values
   * @returns {Figure}
   */
  const atMost = (text, aim, values) => ({ text, side: 'at most', aim, spread: spreadOf(values) });
  const large = 'pods-100000';

  return [
    atLeast('eager against the floor', 0.9, faster('pods', 'rxkube-eager', 'floor')),
    atLeast('the same, 100,000 objects', 0.9, faster(large, 'rxkube-eager', 'floor')),
    atLeast('omit against the floor', 1.55, faster('pods', 'rxkube-omit', 'floor')),
    atLeast('the same, 100,000 objects', 1.55, faster(large, 'rxkube-omit', 'floor')),
    atLeast('deferred, sampled, against the floor', 3, faster('pods', 'rxkube-deferred', 'floor')),
    atLeast('the same, 100,000 objects', 3, faster(large, 'rxkube-deferred', 'floor')),
    atLeast('the same on custom resources', 2.2, faster('widgets', 'rxkube-deferred', 'floor')),
    atLeast('deferred against client-node', 3.3, faster('pods', 'rxkube-deferred', 'client-node')),
    atMost('then reading all objects once, against their JSON.parse', 1.2, reading(run)),
    atLeast(
      'adaptive, every version read, against the floor',
      0.85,
      faster('pods', 'rxkube-adaptive-read', 'floor'),
    ),
    atLeast(
      'eager against client-go, typed JSON',
      1,
      faster('pods', 'rxkube-eager', 'client-go-json'),
    ),
    atLeast('eager against kube-rs, typed JSON', 1, faster('pods', 'rxkube-eager', 'kube-rs-json')),
    atLeast(
      'deferred against client-go, metadata only',
      1,
      faster('pods', 'rxkube-deferred', 'client-go-metadata'),
    ),
    atLeast(
      'deferred against kube-rs, metadata only',
      1,
      faster('pods', 'rxkube-deferred', 'kube-rs-metadata'),
    ),
    atMost(
      'heap per object, omit against client-node',
      0.5,
      ratios(run, ({ bytesPerObject }) => bytesPerObject)('pods', 'client-node', 'rxkube-omit'),
    ),
    atMost(
      'a snapshot at 100,000 objects against one at 1,000',
      1.5,
      run.snapshots.map(({ small, large }) => large.perEvent / small.perEvent),
    ),
    ...['eager', 'omit', 'deferred'].flatMap((mode) => listFigures(run, mode)),
  ];
}

/**
 * @param {Run} run
 * @param {string} mode
 * @returns {readonly Figure[]}
 */
function listFigures(run, mode) {
  const entries = entriesOf(run, 'list');
  const name = `rxkube-${mode}`;
  const empty = spreadOf(valuesOf(entries, 'empty', ({ peakBytes }) => peakBytes))?.median ?? 0;
  const delays = entries.flatMap((entry) =>
    entry.name === name ? [entry.measured.delayMs ?? []].flat() : [],
  );
  const worst = Math.max(...delays.map((delay) => delay.worst));

  return [
    {
      text: `list, ${mode}: peak memory against what is retained`,
      side: 'at most',
      aim: 2,
      spread: spreadOf(
        valuesOf(entries, name, ({ peakBytes, retainedBytes }) =>
          peakBytes === undefined || retainedBytes === undefined
            ? undefined
            : (peakBytes - empty) / retainedBytes,
        ),
      ),
    },
    {
      text: `list, ${mode}: peak memory against the floor's`,
      side: 'at most',
      aim: 1,
      spread: spreadOf(
        ratios(run, ({ peakBytes }) => peakBytes && peakBytes - empty)('list', 'floor', name),
      ),
    },
    {
      text: `list, ${mode}: event loop delay, 99th percentile`,
      side: 'at most',
      aim: 50,
      unit: 'ms',
      spread: spreadOf(delays.map(({ p99 }) => p99)),
      ...(delays.length > 0 && { note: `worst ${worst.toFixed(0)} ms` }),
    },
  ];
}

/** @param {Run} run */
function reading(run) {
  return valuesOf(entriesOf(run, 'reading'), 'rxkube-deferred', ({ read }) =>
    read === undefined ? undefined : read.readMs / read.parseMs,
  );
}

/**
 * The ratio between two contenders, round by round. The runs of one round are next to each other.
 *
 * @param {Run} run
 * @param {Reading} reading
 */
function ratios(run, reading) {
  /**
   * @param {string} suite
   * @param {string} name
   * @param {string} other
   */
  return (suite, name, other) => {
    const entries = entriesOf(run, suite);

    return entries.flatMap((entry) => {
      if (entry.name !== name) return [];
      const measured =
        entry.base !== undefined && other === 'floor'
          ? entry.base
          : entries.find((each) => each.name === other && each.round === entry.round)?.measured;
      const own = reading(entry.measured);
      const theirs = measured && reading(measured);

      return own === undefined || theirs === undefined ? [] : [theirs / own];
    });
  };
}

/**
 * @param {Run} run
 * @param {string} name
 * @returns {readonly Entry[]}
 */
function entriesOf({ outcomes }, name) {
  return outcomes.find(({ suite }) => suite.name === name)?.entries ?? [];
}

/**
 * @param {readonly Entry[]} entries
 * @param {string} name
 * @param {Reading} reading
 */
function valuesOf(entries, name, reading) {
  return entries.flatMap((entry) =>
    entry.name === name ? [reading(entry.measured) ?? []].flat() : [],
  );
}
