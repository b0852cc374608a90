import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { SENTINEL } from '../payload/history.mjs';
import { linesOf } from './lines-of.mjs';
import { pinned } from './pinned.mjs';

/** @import { Job } from '../contender/job.mjs' */
/** @import { Server, Workload } from './server.mjs' */

/**
 * The result of one run of one contender, in milliseconds and bytes. A missing phase is absent.
 *
 * @typedef {object} Measured
 * @property {string} [problem] why it did not come to its end
 * @property {boolean} [isChecked] whether it keeps a state that could be compared with that of the server
 * @property {string} [wrong] how its state differs from that of the server, where it does
 * @property {number} [peakBytes] the most memory that was resident until the first set was whole
 * @property {number} [retainedBytes] behind the list, when garbage is collected, beyond what was there at the start
 * @property {number} [listMs]
 * @property {number} [listCpuMs]
 * @property {number} [sinceStartMs] from the start of the process to the first whole set
 * @property {{ readonly p99: number, readonly worst: number }} [delayMs] of the event loop during the list
 * @property {number} [watchMs]
 * @property {number} [watchCpuMs]
 * @property {number} [bytesPerObject] behind the watch
 * @property {{ readonly count: number, readonly bytes: number }} [heldBytes]
 * @property {{ readonly count: number, readonly readMs: number, readonly parseMs: number }} [read]
 * @property {number} [relistMs] as the server sees it
 * @property {number} [relistCpuMs]
 */

/** Milliseconds without a mark after which a contender is given up. */
const PATIENCE = 120_000;

/**
 * Runs one contender once.
 *
 * @param {Server} server
 * @param {Workload} workload
 * @param {(job: Job) => readonly string[]} commandFor
 * @param {Omit<Partial<Job>, 'url'> & Pick<Job, 'until'>} task
 * @returns {Promise<Measured>}
 */
export async function trial(server, { kind, count }, commandFor, task) {
  const { facts, url } = server;
  const { bytes, watchedVersion, relistedVersion } = facts;
  const sentinel = `default/${SENTINEL}`;
  const job = { url, kind, count, sentinel, watchedVersion, relistedVersion, bytes, ...task };
  await server.tell('begin');
  const [file = '', ...args] = pinned('contender', commandFor(job));
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: quietEnvironment() });
  const end = () => child.kill();
  process.on('exit', end);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const next = linesOf(child.stdout);
  /** @type {Record<string, any>} */
  const marks = {};
  /** @type {string | undefined} */
  let wrong;

  try {
    for (const name of phasesOf(job)) {
      const mark = await within(PATIENCE, next(), child);
      if (mark === undefined) return { problem: `ended before "${name}". ${lastLine(complaint)}` };
      marks[name] = mark;
      if (name !== 'started') {
        wrong ??= difference(facts.expected[name], mark.versions, name === job.until);
      }
      if (name === 'listed' && job.until !== 'listed') await server.tell('events');
      if (name === 'watched' && job.until === 'relisted') await server.tell('expire');
    }
    // It ends by itself behind its last mark, and may have something to write.
    await within(PATIENCE, ended(child), child);
  } finally {
    process.off('exit', end);
    if (child.exitCode === null) end();
  }

  const isChecked = marks['listed']?.versions !== undefined;

  return {
    isChecked,
    ...(wrong !== undefined && { wrong }),
    ...measured(marks, await server.times()),
  };
}

/**
 * @param {Job} job
 * @returns {readonly ('started' | 'listed' | 'watched' | 'relisted')[]}
 */
function phasesOf({ until }) {
  const all = /** @type {const} */ (['started', 'listed', 'watched', 'relisted']);

  return all.slice(0, all.indexOf(until) + 1);
}

/**
 * @param {Record<string, any>} marks
 * @param {Readonly<Record<string, number>>} times
 * @returns {Measured}
 */
function measured(
  { started, listed, watched, relisted },
  { streamBegan, relistBegan, relistEnded },
) {
  return {
    peakBytes: listed.peakBytes,
    retainedBytes: listed.heapBytes - started.heapBytes,
    listMs: listed.at - started.at,
    listCpuMs: listed.cpuMs - started.restCpuMs,
    sinceStartMs: listed.sinceStartMs,
    delayMs: listed.delayMs,
    ...(watched !== undefined && {
      watchMs: watched.at - (streamBegan ?? 0),
      watchCpuMs: watched.cpuMs - listed.restCpuMs,
      ...(watched.versions !== undefined && {
        bytesPerObject:
          (watched.heapBytes - started.heapBytes) / Object.keys(watched.versions).length,
      }),
      heldBytes: watched.heldBytes,
      read: watched.read,
    }),
    ...(relisted !== undefined && {
      relistMs: (relistEnded ?? 0) - (relistBegan ?? 0),
      relistCpuMs: relisted.cpuMs - watched.restCpuMs,
    }),
  };
}

/**
 * @param {Readonly<Record<string, string>>} expected
 * @param {Readonly<Record<string, string | null>> | undefined} versions null for objects that cannot be compared yet
 * @param {boolean} isLast whether all objects can be compared
 */
function difference(expected, versions, isLast) {
  if (versions === undefined) return undefined;
  const keys = Object.keys(expected);
  const missing = keys.filter((key) => versions[key] === undefined).length;
  const stale = keys.filter((key) => isStale(versions[key], expected[key], isLast)).length;
  const ghosts = Object.keys(versions).filter((key) => expected[key] === undefined).length;
  if (missing + stale + ghosts === 0) return undefined;

  return `${String(missing)} missing, ${String(stale)} stale, ${String(ghosts)} ghosts`;
}

/**
 * @param {string | null | undefined} version undefined where the object is missing
 * @param {string | undefined} expected
 * @param {boolean} isLast
 */
function isStale(version, expected, isLast) {
  if (version === null) return isLast;

  return version !== undefined && version !== expected;
}

/** @param {import('node:child_process').ChildProcess} child */
async function ended(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/**
 * @param {number} patience
 * @param {Promise<any>} line
 * @param {import('node:child_process').ChildProcess} child
 */
async function within(patience, line, child) {
  const timer = setTimeout(() => child.kill(), patience);
  try {
    return await line;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} text */
function lastLine(text) {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

/** client-go asks for a streaming list first where it may, which the server of the bench does not have. */
function quietEnvironment() {
  return { ...process.env, KUBE_FEATURE_WatchListClient: 'false', NODE_ENV: 'production' };
}
