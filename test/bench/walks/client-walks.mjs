import { setTimeout } from 'node:timers/promises';

import { countsOf } from './walk.mjs';

/** @import { Subscriber } from 'rxjs' */
/** @import { CoverageCounter } from './coverage-counter.mjs' */
/** @import { Sources } from './sources.mjs' */
/** @import { Calls, Walk } from './walk.mjs' */

const EXPIRED = {
  type: 'ERROR',
  object: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'too old resource version: 10 (20)',
    reason: 'Expired',
    details: {},
    code: 410,
  },
};

/**
 * One MODIFIED event, from the bytes of its frame to the snapshot.
 *
 * @param {Sources} sources
 * @param {CoverageCounter} counter
 * @returns {Promise<Walk>}
 */
export async function walkEvent(sources, counter) {
  const server = new OnePodServer(sources);
  const { snapshots } = await sources.operators;
  const { pods } = await sources.protocol;
  snapshots(server.transport, pods).subscribe();
  await setTimeout(50); // until the watch is open
  server.send({ type: 'MODIFIED', object: { kind: 'Pod', apiVersion: 'v1', ...pod(11) } });

  counter.reset();
  server.send({ type: 'MODIFIED', object: { kind: 'Pod', apiVersion: 'v1', ...pod(12) } });
  const calls = counter.count();

  return {
    title: 'one MODIFIED event of a live snapshots()',
    calls,
    remarks: [
      ...countsOf(calls, ['positionOf']),
      ...countsOf(calls, ['deferredIn', 'rawIn'], 'deferral'),
    ],
  };
}

/**
 * One page of one pod, from the request to the live snapshot.
 *
 * @param {Sources} sources
 * @param {CoverageCounter} counter
 * @returns {Promise<Walk>}
 */
export async function walkPage(sources, counter) {
  const server = new OnePodServer(sources, () => {
    counter.reset();
  });
  const { snapshots } = await sources.operators;
  const { pods } = await sources.protocol;
  /** @type {readonly Calls[] | undefined} */
  let calls;
  snapshots(server.transport, pods).subscribe(({ phase }) => {
    if (phase === 'live') calls ??= counter.count();
  });
  await setTimeout(50);

  return { title: 'one page of one item in snapshots()', calls: calls ?? [], remarks: [] };
}

/**
 * One 410 as an ERROR frame, until the snapshot of `Interrupted`.
 *
 * @param {Sources} sources
 * @param {CoverageCounter} counter
 * @returns {Promise<Walk>}
 */
export async function walkExpired(sources, counter) {
  const server = new OnePodServer(sources);
  const { snapshots } = await sources.operators;
  const { pods } = await sources.protocol;
  /** @type {readonly Calls[] | undefined} */
  let calls;
  const subscription = snapshots(server.transport, pods).subscribe(({ phase }) => {
    if (phase !== 'listing' && phase !== 'live') calls ??= counter.count();
  });
  await setTimeout(50);
  counter.reset();
  server.send(EXPIRED);
  subscription.unsubscribe();

  let faults = 0;
  snapshots(server.transport, pods, {
    onFault: (error, move) => {
      faults++;

      return move;
    },
  }).subscribe();
  await setTimeout(50);
  server.send(EXPIRED);

  return {
    title: 'one 410 until Interrupted in snapshots()',
    calls: calls ?? [],
    remarks: [...countsOf(calls ?? [], ['nextMove']), `onFault ×${String(faults)}`],
  };
}

/** A server with one pod and one open watch, which sends the given frames. */
class OnePodServer {
  /** @type {Subscriber<Uint8Array> | undefined} */
  #watcher;

  /**
   * @param {Sources} sources
   * @param {() => void} [onList] runs when a list is requested
   */
  constructor({ rxjs: { Observable, of } }, onList) {
    /** @type {import('@rxkube/operators').Transport} */
    this.transport = ({ query }) =>
      new Observable((subscriber) => {
        const headers = new Map([['content-type', 'application/json']]);
        if (query['watch'] !== undefined) {
          const body = new Observable((/** @type {Subscriber<Uint8Array>} */ watcher) => {
            this.#watcher = watcher;
          });
          subscriber.next({ status: 200, headers, body });

          return;
        }
        onList?.();
        const metadata = { resourceVersion: '10' };
        const list = { kind: 'PodList', apiVersion: 'v1', metadata, items: [pod(5)] };
        // As the API server writes it: the line end comes in a chunk of its own.
        const body = of(bytesOf(JSON.stringify(list)), bytesOf('\n'));
        subscriber.next({ status: 200, headers, body });
      });
  }

  /** @param {object} frame */
  send(frame) {
    if (this.#watcher === undefined) throw new Error('the watch is not open');
    this.#watcher.next(bytesOf(`${JSON.stringify(frame)}\n`));
  }
}

/** @param {number} version */
function pod(version) {
  return {
    metadata: {
      name: 'a',
      namespace: 'ns',
      uid: 'u1',
      resourceVersion: String(version),
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: {},
    status: {},
  };
}

/** @param {string} text */
function bytesOf(text) {
  return new TextEncoder().encode(text);
}
