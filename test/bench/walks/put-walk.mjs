import { setTimeout } from 'node:timers/promises';

import { fileIn } from './walk.mjs';

/** @import { ApiRequest } from '@rxkube/protocol' */
/** @import { Sources } from './sources.mjs' */
/** @import { Calls, Walk } from './walk.mjs' */

/**
 * One call, with the function of the packages that made it, directly or through RxJS.
 *
 * @typedef {{ readonly file: string, readonly name: string, readonly caller: string | undefined }} Call
 */

const storage = /^apiserver\/(?:store|storage)\//u;
const cache = /^apiserver\/(?:watch-cache|cacher)\//u;

/**
 * One PUT over the in-process transport, until the watcher of the pod has the event.
 *
 * A return is a call that a function of the watch cache makes to one of the storage.
 *
 * @param {Sources} sources
 * @returns {Promise<Walk>}
 */
export async function walkPut(sources) {
  const calls = traceInto();
  const { createApiServer } = await sources.apiserver;
  const { pods } = await sources.protocol;
  const server = createApiServer();
  const transport = server.transport();
  const path = '/api/v1/namespaces/default/pods/a';
  const object = server.store.create(pods, { metadata: { name: 'a' } });
  const query = { watch: 'true', resourceVersion: server.store.resourceVersion };
  /** @type {number | undefined} */
  let length;
  send({ method: 'GET', path: '/api/v1/pods', query, headers: {} }, () => {
    length ??= calls.length;
  });
  await setTimeout(50); // until the watch is open

  calls.length = 0;
  const changed = { ...object, metadata: { ...object.metadata, labels: { changed: 'true' } } };
  const headers = { 'content-type': 'application/json' };
  send({ method: 'PUT', path, query: {}, headers, body: JSON.stringify(changed) });
  await setTimeout(50);
  if (length === undefined) throw new Error('the watcher got no event');
  const seen = calls.slice(0, length);
  const returns = seen.filter(({ file, caller }) => storage.test(file) && cache.test(caller ?? ''));

  return {
    title: 'one PUT until its watcher has the event',
    calls: counted(seen),
    remarks: [`${String(returns.length)} returns`],
  };

  /**
   * @param {ApiRequest} request
   * @param {(bytes: Uint8Array) => void} [onBytes]
   */
  function send(request, onBytes) {
    transport(request).subscribe(({ body }) => {
      body.subscribe(onBytes);
    });
  }
}

/**
 * Installs what `trace-calls.mjs` calls.
 *
 * @returns {Call[]} grows with each call
 */
function traceInto() {
  /** @type {Call[]} */
  const calls = [];
  /** @type {string[]} */
  const stack = [];
  Object.assign(globalThis, {
    /**
     * @param {string} url
     * @param {string} name
     */
    rxkubeEnter(url, name) {
      const file = fileIn(url, ['apiserver']) ?? '';
      if (file !== '') calls.push({ file, name, caller: stack.at(-1) });
      stack.push(file);
    },
    rxkubeLeave() {
      stack.pop();
    },
  });

  return calls;
}

/**
 * @param {readonly Call[]} calls
 * @returns {readonly Calls[]}
 */
function counted(calls) {
  /** @type {Map<string, { file: string, name: string, count: number }>} */
  const counts = new Map();
  for (const { file, name } of calls) {
    const key = `${file} ${name}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { file, name, count: 1 });
    else known.count++;
  }

  return [...counts.values()];
}
