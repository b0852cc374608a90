import { contenders } from './contenders.mjs';
import { Server } from './server.mjs';
import { takesProtobuf } from './takes-protobuf.mjs';
import { trial } from './trial.mjs';

/** @import { Suite } from './plan.mjs' */
/** @import { Facts } from './server.mjs' */
/** @import { Measured } from './trial.mjs' */

/**
 * One run of one contender.
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {number} round
 * @property {Measured} measured
 * @property {Measured} [base] the run of the base beside this one
 */

/**
 * The result of a suite.
 *
 * @typedef {object} Outcome
 * @property {Suite} suite
 * @property {Pick<Facts, 'bytes' | 'events'>} sent by the server in the watch
 * @property {readonly Entry[]} entries
 * @property {Readonly<Record<string, string>>} absent why a contender did not take part
 */

/** In the order in which they come. */
const MARKS = /** @type {const} */ (['listed', 'watched', 'relisted']);

/**
 * Runs a suite: round after round, each contender beside a run of the base, the order turned in every second round.
 *
 * @param {Suite} suite
 * @param {string | undefined} encoder of protobuf
 * @param {(line: string) => void} tell
 * @returns {Promise<Outcome>}
 */
export async function runSuite(suite, encoder, tell) {
  const { absent, ready } = await readyOf(suite, encoder);
  tell(`${suite.title}: ${ready.map(({ name }) => name).join(', ')}`);
  const server = await Server.start(suite.workload, encoder);
  /** @type {Entry[]} */
  const entries = [];

  try {
    for (let round = 1; round <= suite.rounds; round++) {
      const order = withBase(round % 2 === 1 ? ready : ready.toReversed(), suite.base);
      /** @type {Entry[]} */
      const inOrder = [];
      for (const { name, command, ends = 'relisted' } of order) {
        const until = MARKS[Math.min(MARKS.indexOf(suite.task.until), MARKS.indexOf(ends))];
        const task = { ...suite.task, ...(until !== undefined && { until }) };
        const measured = await trial(server, suite.workload, command, task);
        inOrder.push({ name, round, measured });
        tell(`  round ${String(round)} of ${String(suite.rounds)}: ${name} ${summary(measured)}`);
      }
      entries.push(...inOrder.map((entry, at) => paired(entry, inOrder, at, suite.base)));
    }
  } finally {
    server.close();
  }
  const { bytes, events } = server.facts;

  return { suite, sent: { bytes, events }, entries, absent };
}

/**
 * @param {Suite} suite
 * @param {string | undefined} encoder
 */
async function readyOf({ contenders: names }, encoder) {
  /** @type {Record<string, string>} */
  const absent = {};
  const ready = [];
  for (const name of names) {
    const contender = found(name);
    const problem =
      (await contender.setUp?.()) ??
      (takesProtobuf(name) && encoder === undefined ? 'nothing encodes it' : undefined);
    if (problem === undefined) ready.push(contender);
    else absent[name] = problem;
  }

  return { absent, ready };
}

/** @param {string} name */
function found(name) {
  const contender = contenders.find((each) => each.name === name);
  if (contender === undefined) throw new Error(`There is no contender "${name}".`);

  return contender;
}

/**
 * A run of the base separates each two, so that it is next to both.
 *
 * @param {readonly import('./contenders.mjs').Contender[]} order
 * @param {string | undefined} base
 */
function withBase(order, base) {
  if (base === undefined) return order;
  if (order.length === 0) return [found(base)];

  return order.flatMap((contender, at) => (at % 2 === 0 ? [contender, found(base)] : [contender]));
}

/**
 * @param {Entry} entry
 * @param {readonly Entry[]} inOrder
 * @param {number} at
 * @param {string | undefined} base
 * @returns {Entry}
 */
function paired(entry, inOrder, at, base) {
  if (base === undefined || entry.name === base) return entry;
  const beside = [inOrder[at + 1], inOrder[at - 1]].find((other) => other?.name === base);

  return { ...entry, ...(beside !== undefined && { base: beside.measured }) };
}

/** @param {Measured} measured */
function summary({ problem, wrong, watchCpuMs, listCpuMs = 0 }) {
  if (problem !== undefined) return problem;
  const cpu = `${(watchCpuMs ?? listCpuMs).toFixed(0)} ms of CPU`;

  return wrong === undefined ? cpu : `${cpu}, wrong: ${wrong}`;
}
