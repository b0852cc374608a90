import {
  type ApiResponse,
  type SyncEvent,
  type Transport,
  cacheReduce,
  chunkedJson,
  deferredJson,
  fallBackTo,
  idleLimit,
  inShard,
  listPages,
  listThenWatch,
  openWatch,
  relistOn410,
  resumeFrom,
  snapshots,
  streamList,
  watchEvents,
  withPace,
  type JsonDocument,
} from '@rxkube/operators';
import { shard, watchRequest } from '@rxkube/protocol';
import * as t from 'io-ts';
import { NEVER, type Observable, concat, map, mergeMap, of, pipe, range } from 'rxjs';

import {
  type Thing,
  bytes,
  expired,
  frame,
  frames,
  list,
  reset,
  response,
  statusFailure,
  thing,
  things,
  version,
} from './kube.js';

/** Something that is given to an operator in place of a callback of the user. */
export type Throwing = () => never;

/** One operator, or one creator with the connection of its transport for a source. */
export interface Entry {
  /** The operator, applied to a source. */
  readonly over: (source: Observable<unknown>) => Observable<unknown>;
  /** A source of which each value gives one value or more. */
  readonly value: unknown;
  /** A failure that it has to pass on as it is. */
  readonly failure: Error;
  /** A source that emits until it is unsubscribed, up to a limit, and reports each value. */
  readonly endless: (made: () => void) => Observable<unknown>;
  /** For each callback of the user: the operator with it, and a source that makes it be called. */
  readonly callbacks: Readonly<Record<string, Callback>>;
}

export interface Callback {
  readonly over: (source: Observable<unknown>, throwing: Throwing) => Observable<unknown>;
  readonly value: unknown;
  /** The source fails with this behind the value, where it takes a failure to make the callback be called. */
  readonly failure?: Error;
}

const LIMIT = 1_000;
const collection = { resource: things };
const request = watchRequest(collection, { resourceVersion: version(10), timeoutSeconds: 300 });
const undecodable = { type: 'ADDED', object: null };
const unknown = { type: 'FROB', object: {} };
const listed = { _tag: 'ListCompleted', resourceVersion: version(10) } as const;
const applied = { _tag: 'Applied', object: thing('a@u1/11') } as const;

/** An operator whose failures are those of its source. */
export function operator<S>(
  operate: (source: Observable<S>) => Observable<unknown>,
  value: S,
  callbacks: Readonly<Record<string, Callback>> = {},
): Entry {
  return {
    // The table holds operators over any source, and each entry brings the value that fits.
    over: (source) => operate(source as Observable<S>),
    value,
    failure: new TypeError('source'),
    endless: (made) =>
      range(0, LIMIT).pipe(
        map(() => {
          made();

          return value;
        }),
      ),
    callbacks,
  };
}

/** A creator whose transport gives one connection, again and again. */
function creator(
  create: (transport: Transport) => Observable<unknown>,
  chunk: Uint8Array,
  callbacks: Readonly<Record<string, Callback>> = {},
): Entry {
  return {
    over: (source) => create(() => source as Observable<ApiResponse>),
    value: response(concat(of(chunk), NEVER)),
    failure: statusFailure(400),
    endless: (made) => {
      const body = range(0, LIMIT).pipe(
        map(() => {
          made();

          return chunk;
        }),
      );

      return concat(of(response(body)), NEVER);
    },
    callbacks,
  };
}

export function callback<S>(
  operate: (source: Observable<S>, throwing: Throwing) => Observable<unknown>,
  value: S,
  failure?: Error,
): Callback {
  return {
    over: (source, throwing) => operate(source as Observable<S>, throwing),
    value,
    ...(failure !== undefined && { failure }),
  };
}

function over(
  create: (transport: Transport, throwing: Throwing) => Observable<unknown>,
  body: unknown,
  failure?: Error,
): Callback {
  return callback<ApiResponse>(
    (source, throwing) => create(() => source, throwing),
    response(of(body instanceof Uint8Array ? body : bytes(JSON.stringify(body)))),
    failure,
  );
}

function throwingCodec(throwing: Throwing): t.Type<Thing> {
  return new t.Type(
    'throwing',
    (value): value is Thing => value === throwing,
    throwing,
    (value) => value,
  );
}

const decode = pipe(chunkedJson(), watchEvents<Thing>());
const items = (...all: readonly unknown[]): unknown => ({
  metadata: { resourceVersion: '10' },
  items: all,
});

/** Marks a document as one that a decoder has made. */
function documentOf(document: unknown): JsonDocument {
  return document as JsonDocument;
}

/** Every exported function that makes a stream. */
export const operators: Readonly<Record<string, Entry>> = {
  chunkedJson: operator<Uint8Array>(chunkedJson(), frames('+a@u1/11')),

  deferredJson: operator<Uint8Array>(deferredJson(), frames('+a@u1/11')),

  watchEvents: operator<JsonDocument>(watchEvents(), documentOf(frame('+a@u1/11')), {
    codec: callback<JsonDocument>(
      (source, throwing) => source.pipe(watchEvents(throwingCodec(throwing))),
      documentOf(frame('+a@u1/11')),
    ),
    onInvalid: callback<JsonDocument>(
      (source, onInvalid) => source.pipe(watchEvents(undefined, { onInvalid })),
      documentOf(undecodable),
    ),
    onIgnored: callback<JsonDocument>(
      (source, onIgnored) => source.pipe(watchEvents(undefined, { onIgnored })),
      documentOf(unknown),
    ),
  }),

  idleLimit: operator<Uint8Array>(idleLimit(10_000, request), bytes('a')),

  resumeFrom: operator(
    resumeFrom<Thing>(() => NEVER),
    listed,
    {
      open: callback((source, open) => source.pipe(resumeFrom<Thing>(open)), listed, reset()),
      onFault: callback(
        (source, onFault) => source.pipe(resumeFrom<Thing>(() => NEVER, { onFault })),
        listed,
        reset(),
      ),
      backOff: callback(
        (source, backOff) => source.pipe(resumeFrom<Thing>(() => NEVER, { backOff })),
        listed,
        reset(),
      ),
    },
  ),

  relistOn410: operator(relistOn410<Thing>(), applied, {
    onFault: callback(
      (source, onFault) => source.pipe(relistOn410<Thing>({ onFault })),
      applied,
      expired(),
    ),
    backOff: callback(
      (source, backOff) => source.pipe(relistOn410<Thing>({ backOff })),
      applied,
      expired(),
    ),
  }),

  fallBackTo: operator(
    (source: Observable<SyncEvent<Thing>>) =>
      withPace({}, (pace) => source.pipe(fallBackTo<Thing>(NEVER, { pace }))),
    applied,
  ),

  withPace: operator(
    (source: Observable<SyncEvent<Thing>>) =>
      withPace({}, (pace) =>
        source.pipe(
          resumeFrom<Thing>(() => NEVER, { pace }),
          relistOn410<Thing>({ pace }),
        ),
      ),
    listed,
    {
      pipe: callback((source, pipe) => source.pipe(mergeMap(() => withPace({}, pipe))), listed),
      backOff: callback(
        (source: Observable<SyncEvent<Thing>>, backOff) =>
          withPace({ backOff }, (pace) => source.pipe(resumeFrom<Thing>(() => NEVER, { pace }))),
        listed,
        reset(),
      ),
    },
  ),

  inShard: operator(inShard<Thing>(shard(0, 1)), applied, {
    shard: callback(
      (source, holds) => source.pipe(inShard<Thing>({ ...shard(0, 1), holds })),
      applied,
    ),
  }),

  cacheReduce: operator(cacheReduce<Thing>(), listed, {
    key: callback((source, key) => source.pipe(cacheReduce<Thing>({ key })), applied),
    transform: callback((source, transform) => source.pipe(cacheReduce({ transform })), applied),
  }),

  listPages: creator((transport) => listPages(transport, collection), bytes(' '), {
    onFault: over((transport, onFault) => listPages(transport, collection, { onFault }), items(7)),
    backOff: over((transport, backOff) => listPages(transport, collection, { backOff }), items(7)),
    onInvalid: over(
      (transport, onInvalid) => listPages(transport, collection, { onInvalid }),
      items(7),
    ),
    codec: over(
      (transport, throwing) =>
        listPages(transport, { resource: { ...things, codec: throwingCodec(throwing) } }),
      items(thing('a@u1/7')),
    ),
  }),

  streamList: creator((transport) => streamList(transport, collection), frames('+a@u1/11'), {
    onFault: over(
      (transport, onFault) => streamList(transport, collection, { onFault }),
      frames('+a@u1/11'),
    ),
    backOff: over(
      (transport, backOff) => streamList(transport, collection, { backOff }),
      frames('+a@u1/11'),
    ),
    onInvalid: over(
      (transport, onInvalid) => streamList(transport, collection, { onInvalid }),
      bytes(`${JSON.stringify(undecodable)}\n`),
    ),
    onIgnored: over(
      (transport, onIgnored) => streamList(transport, collection, { onIgnored }),
      bytes(`${JSON.stringify(unknown)}\n`),
    ),
    codec: over(
      (transport, throwing) =>
        streamList(transport, { resource: { ...things, codec: throwingCodec(throwing) } }),
      frames('+a@u1/11'),
    ),
    lifetime: over(
      (transport, lifetime) => streamList(transport, collection, { lifetime }),
      frames('+a@u1/11'),
    ),
    random: over(
      (transport, random) => streamList(transport, collection, { random }),
      frames('+a@u1/11'),
    ),
  }),

  openWatch: creator(
    (transport) => openWatch(transport, collection, version(10), decode),
    frames('+a@u1/11'),
    {
      decode: over(
        (transport, throwing) => openWatch(transport, collection, version(10), throwing),
        frames('+a@u1/11'),
      ),
      lifetime: over(
        (transport, lifetime) =>
          openWatch(transport, collection, version(10), decode, { lifetime }),
        frames('+a@u1/11'),
      ),
      random: over(
        (transport, random) => openWatch(transport, collection, version(10), decode, { random }),
        frames('+a@u1/11'),
      ),
    },
  ),

  listThenWatch: creator((transport) => listThenWatch(transport, things), bytes(' '), {
    onFault: over((transport, onFault) => listThenWatch(transport, things, { onFault }), items(7)),
    backOff: over((transport, backOff) => listThenWatch(transport, things, { backOff }), items(7)),
    onInvalid: over(
      (transport, onInvalid) => listThenWatch(transport, things, { onInvalid }),
      items(7),
    ),
    codec: over(
      (transport, throwing) =>
        listThenWatch(transport, { ...things, codec: throwingCodec(throwing) }),
      items(thing('a@u1/7')),
    ),
    lifetime: over(
      (transport, lifetime) => listThenWatch(transport, things, { lifetime }),
      list('10', []),
    ),
    random: over(
      (transport, random) => listThenWatch(transport, things, { random }),
      list('10', []),
    ),
  }),

  snapshots: creator((transport) => snapshots(transport, things), bytes(' '), {
    key: over((transport, key) => snapshots(transport, things, { key }), items(thing('a@u1/7'))),
    transform: over(
      (transport, transform) => snapshots(transport, things, { transform }),
      items(thing('a@u1/7')),
    ),
    onFault: over((transport, onFault) => snapshots(transport, things, { onFault }), items(7)),
    backOff: over((transport, backOff) => snapshots(transport, things, { backOff }), items(7)),
    onInvalid: over(
      (transport, onInvalid) => snapshots(transport, things, { onInvalid }),
      items(7),
    ),
    lifetime: over(
      (transport, lifetime) => snapshots(transport, things, { lifetime }),
      list('10', []),
    ),
    random: over((transport, random) => snapshots(transport, things, { random }), list('10', [])),
  }),
};

/** Every exported function that makes none. */
export const others: readonly string[] = [
  'Pace',
  'Position',
  'emitResponse',
  'encodedBytes',
  'exponential',
  'nextMove',
  'positionOf',
];
