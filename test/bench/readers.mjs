// How many events a second a hundred readers can follow, and what a server with 50,000 pods costs.
//
//   node test/bench/readers.mjs [--pods 50000] [--readers 100] [--seconds 4]
//
// The server runs in one process, its readers in another, and this one looks for the highest rate at which every reader
// stays and sees every event. The packages must be built.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createApiServer } from '@rxkube/apiserver';
import { pods } from '@rxkube/protocol';

/** Bytes of a pod on the wire, nearly. */
const POD_BYTES = 1_000;
/** Milliseconds between two looks at how many events are due. */
const TICK = 5;
/** Milliseconds that readers get to see the last events. */
const PATIENCE = 10_000;
/** A rate counts as kept where the server wrote at least this share of it. */
const KEPT = 0.9;
/** The search ends where two rates are so close. */
const PRECISION = 1.05;
/** Events a second that are tried first. */
const FIRST_RATE = 200;

/**
 * @typedef {{ rss: number, heap: number }} Memory in bytes, after a collection
 * @typedef {{ url: string, storeBytes: number, memory: Memory }} Ready
 * @typedef {{ written: number, seconds: number, serialisations: number, memory: Memory }} Written
 * @typedef {{ complete: number, open: number, fewest: number }} Watched how many readers saw all, how many were not
 *   ended, and how many events reached the one that got fewest
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pods: { type: 'string', default: '50000' },
    readers: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '4' },
  },
});
const podCount = Number(values.pods);
const readerCount = Number(values.readers);
const seconds = Number(values.seconds);

if (positionals[0] === 'server') await serve();
else if (positionals[0] === 'readers') await follow();
else await search();

/** Looks for the highest rate, and prints what it finds. */
async function search() {
  const server = child('server', ['--expose-gc']);
  const ready = /** @type {Ready} */ (await answerOf(server));
  const readers = child('readers');
  print(`${String(podCount)} pods, ${megabytes(ready.storeBytes)} on the wire`);
  print(memoryLine('idle', ready.memory, ready.storeBytes));
  let good = 0;
  let bad = Infinity;
  /** @type {Written | undefined} */
  let best;
  let highest = 0;
  for (let rate = FIRST_RATE; bad / good > PRECISION || good === 0;) {
    const { written, achieved, kept } = await attempt(server, readers, ready.url, rate);
    // Only written bytes count.
    if (kept) [good, best, highest] = [rate, written, Math.max(highest, Math.floor(achieved))];
    else bad = rate;
    if (bad <= 1) break;
    rate = Math.max(1, Math.round(bad === Infinity ? good * 2 : (good + bad) / 2));
    if (rate === good || rate === bad) break;
  }
  server.kill();
  readers.kill();
  if (best === undefined) throw new Error('no rate at all was kept');
  print(memoryLine(`after ${String(highest)} events/s`, best.memory, ready.storeBytes));
  print(`serialisations per event: ${(best.serialisations / best.written).toFixed(3)}`);
  print(
    `highest rate at which ${String(readerCount)} readers lose nothing: ${String(highest)} events/s`,
  );
}

/**
 * One rate for some seconds.
 *
 * @param {import('node:child_process').ChildProcess} server
 * @param {import('node:child_process').ChildProcess} readers
 * @param {string} url
 * @param {number} rate
 */
async function attempt(server, readers, url, rate) {
  await ask(readers, { url });
  const written = /** @type {Written} */ (await ask(server, { rate }));
  const watched = /** @type {Watched} */ (await ask(readers, { expected: written.written }));
  const achieved = written.written / written.seconds;
  const kept = watched.complete === readerCount && achieved >= rate * KEPT;
  print(
    `${String(rate)} events/s: ${String(watched.complete)} of ${String(readerCount)} readers saw all, ` +
      `${String(readerCount - watched.open)} were dropped, each got at least ${String(watched.fewest)} ` +
      `of ${String(written.written)} events, ${achieved.toFixed(0)} events/s were written`,
  );

  return { written, achieved, kept };
}

/** The process of the server: fills it, then writes at the rates that it is asked for. */
async function serve() {
  const server = createApiServer();
  const names = Array.from({ length: podCount }, (_, at) => `pod-${String(at)}`);
  for (const name of names) server.store.create(pods, podOf(name, 0));
  const storeBytes = names.reduce((sum, name) => sum + bytesOf(server, name), 0);
  const count = countSerialisations();
  const { url } = await server.listen();
  tell({ url, storeBytes, memory: memory() });
  let at = 0;
  process.on('message', (/** @type {{ rate: number }} */ { rate }) => {
    const before = count();
    const began = performance.now();
    let written = 0;
    const ticking = setInterval(() => {
      const elapsed = Math.min(performance.now() - began, seconds * 1_000);
      for (; written < Math.floor((elapsed * rate) / 1_000); written += 1) {
        // The same pod again would not be an event.
        at += 1;
        server.store.update(pods, podOf(names[at % podCount] ?? '', at));
      }
      if (elapsed < seconds * 1_000) return;
      clearInterval(ticking);
      const took = (performance.now() - began) / 1_000;
      const serialisations = count() - before;
      tell({ written, seconds: took, serialisations, memory: memory() });
    }, TICK);
  });
}

/** The process of the readers: opens them, and counts the frames of each. */
async function follow() {
  /** @type {{ lines: number, open: boolean, request: import('node:http').ClientRequest }[]} */
  let readers = [];
  const agent = new Agent({ maxSockets: Infinity });
  for await (const [message] of messages()) {
    const { url, expected = 0 } = /** @type {{ url?: string, expected?: number }} */ (message);
    if (url !== undefined) {
      for (const { request } of readers) request.destroy();
      const list = `${url}/api/v1/pods?limit=1`;
      const version = /"resourceVersion":"(\d+)"/u.exec(await (await fetch(list)).text())?.[1];
      const path = `${url}/api/v1/pods?watch=true&resourceVersion=${String(version)}`;
      readers = await Promise.all(Array.from({ length: readerCount }, () => open(path, agent)));
      tell({});
    } else {
      const deadline = performance.now() + PATIENCE;
      const waits = () => readers.some(({ lines, open: isOpen }) => isOpen && lines < expected);
      while (waits() && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, TICK));
      }
      tell({
        complete: readers.filter((reader) => reader.open && reader.lines === expected).length,
        open: readers.filter((reader) => reader.open).length,
        fewest: Math.min(...readers.map(({ lines }) => lines)),
      });
    }
  }
}

/**
 * @param {string} path
 * @param {Agent} agent
 * @returns {Promise<{ lines: number, open: boolean, request: import('node:http').ClientRequest }>}
 */
function open(path, agent) {
  return new Promise((resolve, reject) => {
    const request = get(path, { agent }, (response) => {
      const reader = { lines: 0, open: true, request };
      response.on('data', (/** @type {Buffer} */ chunk) => {
        for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, end + 1)) {
          reader.lines += 1;
        }
      });
      response.on('close', () => {
        reader.open = false;
      });
      // Its own end, when the next attempt begins.
      response.on('error', () => undefined);
      resolve(reader);
    });
    request.on('error', reject);
  });
}

/**
 * @param {string} name
 * @param {number} change
 */
function podOf(name, change) {
  return {
    metadata: {
      name,
      labels: { app: 'bench' },
      annotations: { change: String(change), filling: 'x'.repeat(POD_BYTES - 400) },
    },
    spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'example.com/main:1' }] },
    status: { phase: /** @type {const} */ ('Running') },
  };
}

/**
 * @param {import('@rxkube/apiserver').ApiServer} server
 * @param {string} name
 */
function bytesOf(server, name) {
  return Buffer.byteLength(JSON.stringify(server.store.get(pods, { name })));
}

/** Counts from now on how often a pod is turned into text. */
function countSerialisations() {
  const { stringify } = JSON;
  let count = 0;
  JSON.stringify = (/** @type {unknown} */ value, /** @type {unknown[]} */ ...rest) => {
    if (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Pod') {
      count += 1;
    }

    return Reflect.apply(stringify, JSON, [value, ...rest]);
  };

  return () => count;
}

/** @returns {Memory} */
function memory() {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();

  return { rss, heap: heapUsed };
}

/**
 * @param {string} role
 * @param {string[]} execArgv
 */
function child(role, execArgv = []) {
  const file = fileURLToPath(import.meta.url);

  return fork(file, [role, ...process.argv.slice(2)], { execArgv });
}

/**
 * @param {import('node:child_process').ChildProcess} process_
 * @param {object} question
 */
function ask(process_, question) {
  const answer = answerOf(process_);
  process_.send(question);

  return answer;
}

/**
 * @param {import('node:child_process').ChildProcess} process_
 * @returns {Promise<unknown>}
 */
async function answerOf(process_) {
  const [message] = /** @type {unknown[]} */ (await once(process_, 'message'));

  return message;
}

async function* messages() {
  for (;;) yield /** @type {unknown[]} */ (await once(process, 'message'));
}

/** @param {object} message */
function tell(message) {
  process.send?.(message);
}

/**
 * @param {string} when
 * @param {Memory} used
 * @param {number} storeBytes
 */
function memoryLine(when, { rss, heap }, storeBytes) {
  const times = (/** @type {number} */ bytes) => `${(bytes / storeBytes).toFixed(1)} times`;

  return (
    `memory ${when}: heap ${megabytes(heap)} (${times(heap)} the store), ` +
    `resident ${megabytes(rss)} (${times(rss)})`
  );
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}
