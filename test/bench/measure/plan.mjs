/** @import { Job } from '../contender/job.mjs' */
/** @import { Workload } from './server.mjs' */
/** @import { Options } from '../options.mjs' */

/**
 * Some contenders on one workload.
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} title
 * @property {Workload} workload
 * @property {number} rounds
 * @property {string} [base] whom each of the others is paired with
 * @property {readonly string[]} contenders
 * @property {Pick<Job, 'until' | 'delay' | 'holdEvery' | 'readAll'>} task
 */

const ROUNDS = 9;
const QUICK_ROUNDS = 3;

const CYCLE = /** @type {const} */ ({ until: 'relisted' });
const RXKUBE = ['rxkube-eager', 'rxkube-omit', 'rxkube-deferred'];

/** @type {readonly Omit<Suite, 'rounds'>[]} */
const SUITES = [
  {
    name: 'pods',
    title: 'the main workload',
    workload: { kind: 'Pod', count: 5_000, events: 50_000 },
    base: 'floor',
    contenders: [
      'drain',
      'floor-omit',
      ...RXKUBE,
      'client-node',
      'rxkube-deferred-read',
      'rxkube-adaptive',
      'rxkube-adaptive-read',
      'rxkube-metadata',
      'rxkube-protobuf',
      'rxkube-protobuf-deferred',
      'fluent-client',
      'client-go-json',
      'client-go-protobuf',
      'client-go-metadata',
      'kube-rs-json',
      'kube-rs-metadata',
    ],
    task: CYCLE,
  },
  {
    name: 'widgets',
    title: 'custom resources, their keys sorted',
    workload: { kind: 'Widget', count: 5_000, events: 50_000 },
    base: 'floor',
    contenders: ['floor-omit', ...RXKUBE],
    task: CYCLE,
  },
  ...[1_000, 10_000, 100_000].map((count) => ({
    name: `pods-${String(count)}`,
    title: 'growth',
    workload: { kind: /** @type {const} */ ('Pod'), count, events: 50_000 },
    base: 'floor',
    contenders: [...RXKUBE, 'client-node'],
    task: { until: /** @type {const} */ ('watched') },
  })),
  {
    name: 'list',
    title: 'the list alone, in a fresh process',
    workload: { kind: 'Pod', count: 50_000, events: 1 },
    contenders: ['empty', 'floor', 'floor-whole', ...RXKUBE, 'client-node', 'fluent-client'],
    task: { until: 'listed', delay: true },
  },
  {
    name: 'reading',
    title: 'all objects read once behind the watch',
    workload: { kind: 'Pod', count: 5_000, events: 20_000 },
    contenders: ['rxkube-eager', 'rxkube-deferred'],
    task: { until: 'watched', readAll: true },
  },
  {
    name: 'held',
    title: 'a snapshot held at every 2,000th event',
    workload: { kind: 'Pod', count: 5_000, events: 20_000 },
    contenders: ['floor', 'rxkube-eager'],
    task: { until: 'watched', holdEvery: 2_000 },
  },
];

/**
 * The plan of a run.
 *
 * @param {Options} options
 * @returns {readonly Suite[]}
 */
export function planFor({ quick, rounds, only, suites, objects, events }) {
  const isQuick = quick || objects !== undefined || events !== undefined;

  return SUITES.filter(({ name }) => (suites ?? (isQuick ? ['pods'] : [name])).includes(name))
    .map((suite) => {
      const { kind } = suite.workload;
      const count = objects ?? suite.workload.count;
      const sent = suite.task.until === 'listed' ? 1 : (events ?? suite.workload.events);

      return {
        ...suite,
        title: `${suite.title}: ${thousands(count)} ${kind === 'Pod' ? 'pods' : 'widgets'}${sent > 1 ? `, ${thousands(sent)} events` : ''}`,
        rounds: rounds ?? (isQuick ? QUICK_ROUNDS : ROUNDS),
        workload: { kind, count, events: sent },
        contenders: suite.contenders.filter((name) => only === undefined || only.includes(name)),
      };
    })
    .filter(({ contenders, base = '' }) => contenders.length > 0 || only?.includes(base) === true);
}

/** @param {number} value */
function thousands(value) {
  return value.toLocaleString('en');
}
