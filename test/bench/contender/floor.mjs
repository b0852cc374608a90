import { Agent, get } from 'node:http';

import { LineCutter } from './line-cutter.mjs';
import { withoutManagedFields } from './without-managed-fields.mjs';

/** @import { IncomingMessage } from 'node:http' */
/** @import { Job, Start } from './job.mjs' */
/** @import { Progress } from './progress.mjs' */

/** @typedef {(bytes: Buffer, start: number, end: number) => string} TextOf what is parsed of some bytes */

const PATHS = { Pod: '/api/v1/pods', Widget: '/apis/bench.rxkube.test/v1/widgets' };

/** Objects per page, as rxkube, client-go and kubectl ask for. */
const PAGE = 500;

/**
 * The least that a program must do: no library, no errors, no snapshots.
 *
 * @type {Readonly<Record<string, Start>>}
 */
export const variants = {
  plain: (job, progress) => floor(job, progress, PAGE, plainText),
  whole: (job, progress) => floor(job, progress, 0, plainText),
  omit: (job, progress) => floor(job, progress, PAGE, withoutManagedFields),
  drain,
};

/**
 * @param {Job} job
 * @param {Progress} progress
 * @param {number} limit objects of a page; 0 for the list in one piece
 * @param {TextOf} textOf
 */
async function floor(job, progress, limit, textOf) {
  const url = `${job.url}${PATHS[job.kind]}`;
  const agent = new Agent({ keepAlive: true });
  /** @type {Map<string, any>} */
  let cache = new Map();

  const list = async () => {
    const objects = new Map();
    let metadata;
    do {
      const query = `?limit=${String(limit)}&continue=${String(metadata?.continue ?? 0)}`;
      const body = await bodyOf(await answer(`${url}${query}`, agent));
      const page = JSON.parse(textOf(body, 0, body.length));
      metadata = page.metadata;
      for (const object of page.items) objects.set(object.metadata.uid, object);
    } while (metadata.continue !== undefined);
    cache = objects;

    return metadata.resourceVersion;
  };

  const watch = async (/** @type {string} */ version) => {
    const response = await answer(`${url}?watch=1&resourceVersion=${version}`, agent);
    const lines = new LineCutter((bytes, start, end) => {
      const { type, object } = JSON.parse(textOf(bytes, start, end));
      if (type === 'DELETED') cache.delete(object.metadata.uid);
      else if (type === 'ERROR') return;
      else cache.set(object.metadata.uid, object);
      progress.applied(object.metadata);
    });
    response.on('data', (/** @type {Buffer} */ chunk) => {
      lines.take(chunk);
    });
    // The only end that the server knows is that of a position that is gone.
    response.on('end', () => void list().then(watch));
  };

  const version = await list();
  progress.whole();
  void watch(version);

  return {
    versions: () => Array.from(cache.values(), ({ metadata }) => entryOf(metadata)),
    objects: () => cache.values(),
    hold: () => new Map(cache),
  };
}

/**
 * Looks at no byte of the watch.
 *
 * @param {Job} job
 * @param {Progress} progress
 */
async function drain({ url, kind, bytes }, progress) {
  const list = await answer(`${url}${PATHS[kind]}`);
  for await (const chunk of list) if (chunk.length === 0) break;
  progress.whole();
  const watch = await answer(`${url}${PATHS[kind]}?watch=1`);
  let taken = 0;
  watch.on('data', (/** @type {Buffer} */ chunk) => {
    taken += chunk.length;
    if (taken === bytes) progress.watched.come();
  });

  return { versions: undefined };
}

/** @type {TextOf} */
function plainText(bytes, start, end) {
  return bytes.toString('utf8', start, end);
}

/** @param {{ readonly namespace: string, readonly name: string, readonly resourceVersion: string }} metadata */
function entryOf({ namespace, name, resourceVersion }) {
  return /** @type {const} */ ([`${namespace}/${name}`, resourceVersion]);
}

/**
 * @param {string} url
 * @param {Agent} [agent]
 * @returns {Promise<IncomingMessage>}
 */
function answer(url, agent) {
  return new Promise((resolve, reject) => {
    get(url, { agent }, resolve).on('error', reject);
  });
}

/** @param {IncomingMessage} response */
async function bodyOf(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);

  return Buffer.concat(chunks);
}
