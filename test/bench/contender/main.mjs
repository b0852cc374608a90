// One contender in a process of its own:
//
//   node --expose-gc main.mjs MODULE VARIANT JOB
//
// It writes a line of JSON at each mark: started, listed, watched, relisted.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import { Progress } from './progress.mjs';
import { readAll } from './read-all.mjs';
import { settled } from './settled.mjs';
import { usage } from './usage.mjs';

/** @import { Handle, Job, Start } from './job.mjs' */

/** Milliseconds between two looks at the clock, which is Node's own default. */
const RESOLUTION = 10;

const [, , module = '', variant = '', words = '{}'] = process.argv;
/** @type {Job} */
const job = JSON.parse(words);
/** @type {{ readonly variants: Readonly<Record<string, Start>> }} */
const { variants } = await import(module);
const start = /** @type {Start} */ (variants[variant]);
const progress = new Progress(job);
/** @type {unknown[]} */
const held = [];
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });

await mark('started', usage(), await settled());
if (job.delay === true) delay.enable();
const handle = await start(job, progress);
progress.onHold = () => held.push(handle.hold?.());

const listed = await progress.listed.used;
// The next look reports the block in which the set became whole.
await pause(2 * RESOLUTION);
delay.disable();
await mark('listed', listed, await settled(), {
  ...(job.delay === true && {
    delayMs: { p99: delay.percentile(99) / 1e6, worst: delay.max / 1e6 },
  }),
  sinceStartMs: listed.at - performance.timeOrigin,
  versions: versions(handle, 'listed'),
});
if (job.until !== 'listed') {
  const watched = await progress.watched.used;
  const heldBytes = held.length > 0 ? await release() : undefined;
  const heapBytes = await settled();
  const read = job.readAll === true ? await readAll(handle) : undefined;
  await mark('watched', watched, heapBytes, {
    heldBytes,
    read,
    versions: versions(handle, 'watched'),
  });
}
if (job.until === 'relisted') {
  const relisted = await progress.relisted.used;
  await mark('relisted', relisted, await settled(), { versions: versions(handle, 'relisted') });
}
process.exit(0);

/**
 * @param {string} name
 * @param {ReturnType<typeof usage>} used when it was reached
 * @param {number} heapBytes
 * @param {object} [more]
 */
async function mark(name, used, heapBytes, more) {
  const line = JSON.stringify({ mark: name, ...used, heapBytes, ...more });
  const restCpuMs = usage().cpuMs;
  await new Promise((resolve) => {
    process.stdout.write(`${line.slice(0, -1)},"restCpuMs":${String(restCpuMs)}}\n`, resolve);
  });
}

/** The memory that held snapshots retain beyond the newest one. */
async function release() {
  const before = await settled();
  const count = held.length;
  held.length = 0;

  return { count, bytes: before - (await settled()) };
}

/**
 * @param {Handle} handle
 * @param {Job['until']} phase that is over
 */
function versions(handle, phase) {
  return handle.versions && Object.fromEntries(handle.versions(phase === job.until));
}
