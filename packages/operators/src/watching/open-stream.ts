import {
  type ApiRequest,
  type KubeObject,
  ProtocolError,
  type Resource,
  isKubeError,
  requestName,
} from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  Observable,
  type SchedulerLike,
  asyncScheduler,
  catchError,
  defer,
  timer,
} from 'rxjs';

import { responseWithin } from '../http/response-within.js';
import { endedBy } from '../subscription/ended-by.js';
import { successfulBody } from '../http/successful-body.js';
import { send } from '../http/send.js';
import { reportRefusedCredential } from '../http/report-refused-credential.js';
import { validatedBody } from '../http/validated-response.js';
import { untilBodyEnds } from '../http/until-body-ends.js';
import { untilClosed } from '../subscription/until-closed.js';
import { accepting } from '../format/accepting.js';
import { type Format } from '../format/format.js';
import { formatOf } from '../format/format-of.js';
import { type PacedOptions } from '../recovery/pace.js';
import { type Transport } from '../transport.js';
import { clockJump } from './clock-jump.js';
import { concealCredentials } from '../http/conceal-credentials.js';
import { idleLimit } from '../http/idle-limit.js';
import { LONGEST_TIMER } from '../options/validated-limit.js';
import { learnedSilence } from './learned-silence.js';
import { secondsOf } from './seconds-of.js';
import { watchLimits } from './watch-limits.js';
import { WatchedSilence } from './watched-silence.js';

/**
 * Not on the wire: the watch has proved itself, by its first event or by a while of accepted silence.
 * A mere 200 proves nothing, since an expired position is refused inside of it.
 *
 * @since 0.1.0
 */
export interface Opened {
  readonly type: 'OPENED';
}

/** How long things may take in `openWatch`. @since 0.1.0 */
export interface WatchOptions extends PacedOptions {
  /** Seconds for which the server is asked to keep the watch. Default U[240, 300), drawn for each request. */
  readonly lifetime?: (() => number) | undefined;
  /** Milliseconds until the response must begin. Default 60,000. Use `Infinity` for proxies that hold headers back. */
  readonly acceptWithin?: number | undefined;
  /** Milliseconds of accepted silence that prove a watch. Default 1,000. */
  readonly settle?: number | undefined;
  /**
   * Milliseconds without a byte after which the watch errors, or `Infinity` for no limit. By default the watch ends cleanly
   * after U[75, 90) s, and the next watch begins where it ended. The limit adapts to the bookmarks of the server and to
   * quiet resources. Without `decode` there is no limit by default.
   */
  readonly idleLimit?: number | undefined;
  /** A format to request before JSON. `decode` then gets the content type of the response. Default none. */
  readonly format?: Format | undefined;
  /** The source of time. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** The source of chance: numbers in [0, 1). Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** The server ends a watch by itself. If that end does not arrive, the client ends the watch so much later. Seconds. */
const GRACE = 5;

/** Far enough apart that watches which begin together do not end together. */
export function drawnLifetime(random = Math.random): number {
  return 240 + Math.floor(60 * random());
}

/**
 * Opens one stream of events, whatever it begins with.
 *
 * @param resource the silence of its watches is learned at each server.
 * @param requestFor makes the request, given whole seconds for the server to keep the stream.
 * @param decode is given the content type beside the body.
 */
export function openStream<E, T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  requestFor: (timeoutSeconds: number) => ApiRequest,
  decode: (body: Observable<Uint8Array>, type?: string) => Observable<E>,
  options: WatchOptions,
): Observable<E | Opened>;
export function openStream<E, T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  requestFor: (timeoutSeconds: number) => ApiRequest,
  decode: ((body: Observable<Uint8Array>, type?: string) => Observable<E>) | undefined,
  options: WatchOptions,
): Observable<E | Opened | Uint8Array>;
export function openStream<E, T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  requestFor: (timeoutSeconds: number) => ApiRequest,
  decode: ((body: Observable<Uint8Array>, type?: string) => Observable<E>) | undefined,
  options: WatchOptions,
): Observable<E | Opened | Uint8Array> {
  const { scheduler = asyncScheduler, random = Math.random } = options;
  const { lifetime = () => drawnLifetime(random) } = options;

  return defer(() => {
    const seconds = secondsOf(lifetime);
    const { acceptWithin, settle, idle } = watchLimits(options);
    const { format } = options;
    const sent = accepting(requestFor(Math.floor(seconds)), format);
    const silence =
      idle === undefined && decode !== undefined
        ? new WatchedSilence(learnedSilence(transport, resource), sent, scheduler, random)
        : undefined;

    return send(transport, sent).pipe(
      responseWithin(acceptWithin, sent, scheduler),
      untilBodyEnds((response): Observable<E | Opened | Uint8Array> => {
        // A refusal that comes slowly is a refusal, not a dead connection.
        const watched = response.body.pipe(
          validatedBody(sent),
          silence === undefined ? idleLimit(idle, sent, scheduler) : silence.bound,
        );
        const type = response.headers.get('content-type');
        const answer = { ...response, body: watched };
        const body = successfulBody(answer, sent, scheduler, formatOf(format, type));

        // While the reason of a refusal is read, the silence is not an accepted one.
        if (body !== watched) return body.pipe(unsupported(requestName(sent)));

        return decode === undefined
          ? body
          : decode(body, type).pipe(
              proved({
                settle,
                scheduler,
                silence,
                onError: (error) => {
                  reportRefusedCredential(transport, sent, error);
                },
              }),
            );
      }),
      clockJump(scheduler),
      endedBy(timer((seconds + GRACE) * 1_000, scheduler)),
      concealCredentials(transport, sent),
    );
  });
}

/** If the server refuses the method, it refuses all watches of this resource. */
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

/** The options of {@link proved}. */
interface ProvedOptions {
  /** Milliseconds. */
  readonly settle: number;
  readonly scheduler: SchedulerLike;
  readonly silence: WatchedSilence | undefined;
  readonly onError: (error: unknown) => void;
}

/** Puts `OPENED` before the first event, or emits it after some silence. */
function proved<E>({
  settle,
  scheduler,
  silence,
  onError,
}: ProvedOptions): (events: Observable<E>) => Observable<E | Opened> {
  // Written by hand: with `connect`, a synchronous source would go on after you unsubscribe.
  return (events) =>
    new Observable((subscriber) => {
      let opened = false;
      const open = (first?: E): void => {
        if (opened) return;
        opened = true;
        silence?.recordProof(first);
        subscriber.next({ type: 'OPENED' });
      };

      subscriber.add(
        scheduler.schedule(
          () => {
            open();
          },
          Math.min(settle, LONGEST_TIMER),
        ),
      );
      events.pipe(untilClosed(subscriber)).subscribe({
        next: (event) => {
          open(event);
          silence?.recordEvent(event);
          subscriber.next(event);
        },
        error: (error: unknown) => {
          onError(error);
          subscriber.error(error);
        },
        complete: () => {
          subscriber.complete();
        },
      });
    });
}
