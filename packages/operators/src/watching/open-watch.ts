import {
  type Collection,
  type KubeObject,
  type ResourceVersion,
  invalidArgument,
  watchRequest,
} from '@rxkube/protocol';
import {
  type Observable,
  type SchedulerLike,
  asyncScheduler,
  connect,
  defer,
  map,
  merge,
  race,
  take,
  takeUntil,
  timer,
} from 'rxjs';

import { answerWithin } from '../answer/answer-within.js';
import { jsonBody } from '../answer/json-body.js';
import { send } from '../answer/send.js';
import { untilBodyEnds } from '../answer/until-body-ends.js';
import { type Transport } from '../transport.js';
import { idleLimit } from './idle-limit.js';

/**
 * Not on the wire: the watch has proved itself, by its first event or by a while of accepted silence.
 * A mere 200 proves nothing, since an expired position is refused inside of it.
 *
 * @since 0.1.0
 */
export interface Opened {
  readonly type: 'OPENED';
}

/** How long things may take in {@link openWatch}. @since 0.1.0 */
export interface WatchOptions {
  /** Seconds that the server is asked to keep the watch for. Default U[240, 300), drawn for each request. */
  readonly lifetime?: (() => number) | undefined;
  /** Milliseconds until the server must have answered. Default 60,000; `Infinity` for proxies that hold headers back. */
  readonly acceptWithin?: number | undefined;
  /** Milliseconds of accepted silence that prove a watch. Default 1,000. */
  readonly settle?: number | undefined;
  /** Milliseconds without a byte after which the connection counts as dead. Default none: an idle store sends nothing. */
  readonly idleLimit?: number | undefined;
  /** Where time comes from. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** The server ends a watch by itself; where its end does not arrive, the client does, so much later. Seconds. */
const GRACE = 5;
const ACCEPT_WITHIN = 60_000;
const SETTLE = 1_000;

/** Far enough apart that watches which begin together do not end together. */
function drawnLifetime(): number {
  return 240 + Math.floor(60 * Math.random());
}

/**
 * Opens one watch just after a version.
 *
 * ```text
 * request   GET …?watch=true&resourceVersion=10&timeoutSeconds=270
 * response  -r              r = 200
 * r.body      --x-y--|      x, y = bytes
 * decoded     --a-b--|      a, b = events
 * result    ---(oa)-b--|    o = OPENED
 * ```
 *
 * - `OPENED` comes with the first event, or after a second of accepted silence; never where the watch dies before.
 * - Completes when the server ends the watch, and 5 s after its lifetime where that end does not arrive.
 * - Errors with a `StatusError` where the server refuses, with a `ProtocolError` where something else answers, and
 *   with a `TransportError` where nothing does.
 * - Without `decode` it gives the bytes alone, and no `OPENED`.
 *
 * @see resumeFrom for what keeps a watch going.
 * @since 0.1.0
 */
export function openWatch<T extends KubeObject, E>(
  transport: Transport,
  request: Collection<T>,
  version: ResourceVersion,
  decode: (body: Observable<Uint8Array>) => Observable<E>,
  options?: WatchOptions,
): Observable<E | Opened>;
export function openWatch<T extends KubeObject>(
  transport: Transport,
  request: Collection<T>,
  version: ResourceVersion,
): Observable<Uint8Array>;
export function openWatch<T extends KubeObject, E>(
  transport: Transport,
  request: Collection<T>,
  version: ResourceVersion,
  decode?: (body: Observable<Uint8Array>) => Observable<E>,
  options: WatchOptions = {},
): Observable<E | Opened | Uint8Array> {
  const {
    lifetime = drawnLifetime,
    acceptWithin = ACCEPT_WITHIN,
    settle = SETTLE,
    scheduler = asyncScheduler,
  } = options;

  return defer(() => {
    const seconds = lifetime();
    if (!(seconds >= 1)) {
      throw invalidArgument('lifetime', `${String(seconds)} is no lifetime; give at least 1 second`);
    }
    const sent = watchRequest(request, {
      resourceVersion: version,
      timeoutSeconds: Math.floor(seconds),
    });

    return send(transport, sent).pipe(
      answerWithin(acceptWithin, sent, scheduler),
      untilBodyEnds((response): Observable<E | Opened | Uint8Array> => {
        const body = jsonBody(response, sent, scheduler).pipe(
          idleLimit(options.idleLimit, sent, scheduler),
        );

        return decode === undefined ? body : decode(body).pipe(proved(settle, scheduler));
      }),
      takeUntil(timer((seconds + GRACE) * 1_000, scheduler)),
    );
  });
}

/** Puts `OPENED` before the first event, or where the events have been silent for a while. */
function proved<E>(
  settle: number,
  scheduler: SchedulerLike,
): (events: Observable<E>) => Observable<E | Opened> {
  return connect((events) =>
    merge(
      race(events.pipe(take(1)), timer(settle, scheduler)).pipe(
        map((): Opened => ({ type: 'OPENED' })),
      ),
      events,
    ),
  );
}
