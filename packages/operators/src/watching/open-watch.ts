import {
  type Collection,
  type KubeObject,
  ProtocolError,
  type ResourceVersion,
  invalidArgument,
  isKubeError,
  requestName,
  watchRequest,
} from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  Observable,
  type SchedulerLike,
  asyncScheduler,
  catchError,
  defer,
  takeUntil,
  timer,
} from 'rxjs';

import { answerWithin } from '../answer/answer-within.js';
import { jsonBody } from '../answer/json-body.js';
import { send } from '../answer/send.js';
import { typedFailures } from '../answer/typed-failures.js';
import { untilBodyEnds } from '../answer/until-body-ends.js';
import { untilClosed } from '../answer/until-closed.js';
import { type Transport } from '../transport.js';
import { idleLimit } from './idle-limit.js';
import { LONGEST_TIMER, limit } from './limit.js';
import { secondsOf } from './seconds-of.js';

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
export function drawnLifetime(random = Math.random): number {
  return 240 + Math.floor(60 * random());
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
    const seconds = secondsOf(lifetime);
    if (!(settle >= 0)) {
      throw invalidArgument('settle', `${String(settle)} is no time; pass milliseconds, 0 or more`);
    }
    const within = limit('acceptWithin', acceptWithin);
    const idle = options.idleLimit === undefined ? Infinity : limit('idleLimit', options.idleLimit);
    const sent = watchRequest(request, {
      resourceVersion: version,
      timeoutSeconds: Math.floor(seconds),
    });

    return send(transport, sent).pipe(
      answerWithin(within, sent, scheduler),
      untilBodyEnds((response): Observable<E | Opened | Uint8Array> => {
        // A refusal that comes slowly is a refusal, not a dead connection.
        const watched = response.body.pipe(
          typedFailures(sent, 'body'),
          idleLimit(idle, sent, scheduler),
        );
        const body = jsonBody({ ...response, body: watched }, sent, scheduler);

        // While the reason of a refusal is read, the silence is not an accepted one.
        if (body !== watched) return body.pipe(unsupported(requestName(sent)));

        return decode === undefined ? body : decode(body).pipe(proved(settle, scheduler));
      }),
      takeUntil(timer((seconds + GRACE) * 1_000, scheduler)),
    );
  });
}

/** A refusal of the method is one of all watches of this resource. */
function unsupported<R>(request: string): MonoTypeOperatorFunction<R> {
  return catchError((error: unknown) => {
    if (!isKubeError(error) || error._tag !== 'StatusError' || error.code !== 405) throw error;
    throw new ProtocolError({
      rule: 'watchNotSupported',
      problem: 'the server refuses to watch this resource; list it now and then instead',
      request,
      cause: error,
    });
  });
}

/** Puts `OPENED` before the first event, or where the events have been silent for a while. */
function proved<E>(
  settle: number,
  scheduler: SchedulerLike,
): (events: Observable<E>) => Observable<E | Opened> {
  // Written by hand: `connect` would let a synchronous source go on behind the back of who has unsubscribed.
  return (events) =>
    new Observable((subscriber) => {
      let opened = false;
      const open = (): void => {
        if (opened) return;
        opened = true;
        subscriber.next({ type: 'OPENED' });
      };

      subscriber.add(scheduler.schedule(open, Math.min(settle, LONGEST_TIMER)));
      events.pipe(untilClosed(subscriber)).subscribe({
        next: (event) => {
          open();
          subscriber.next(event);
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
        complete: () => {
          subscriber.complete();
        },
      });
    });
}
