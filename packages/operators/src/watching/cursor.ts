import {
  type KubeError,
  type KubeObject,
  ProtocolError,
  type ResourceVersion,
  type WatchEvent,
  isKubeError,
  retryAfter,
} from '@rxkube/protocol';
import { EMPTY, type Observable, type SchedulerLike } from 'rxjs';

import { type BackOff } from '../recovery/back-off.js';
import { checkedBackOff } from '../recovery/checked-back-off.js';
import { Failures } from '../recovery/failures.js';
import { type Health } from '../recovery/health.js';
import { type OnFault, nextMove } from '../recovery/next-move.js';
import { retryDelay } from '../recovery/retry-delay.js';
import { objectEvent } from '../decoding/object-event.js';
import { positionOf } from '../position.js';
import { type SyncEvent } from '../sync-event.js';
import { APART } from './apart.js';
import { type Opened } from './open-stream.js';

/** Short watches, or failures of the server at one version, in a row until a new list is worth its price. */
const TOO_MANY = 3;

/** What one subscription remembers between its connections. */
export class Cursor<T extends KubeObject> {
  /** Milliseconds until the next connection; `undefined` where there is none to come. */
  pause: number | undefined;
  #position: ResourceVersion | undefined;
  #listing = false;
  /** The position and time at which the open watch began; `undefined` for the source. */
  #watch: { readonly version: ResourceVersion; readonly at: number } | undefined;
  #shortWatches = 0;
  #stuck: { readonly version: ResourceVersion; readonly times: number } | undefined;
  readonly #failures: Failures;
  readonly #backOff: BackOff;
  readonly #onFault: OnFault;

  constructor(
    backOff: BackOff,
    onFault: OnFault,
    private readonly scheduler: SchedulerLike,
    private readonly health: Health,
  ) {
    this.#failures = new Failures(health);
    this.#backOff = checkedBackOff(backOff);
    this.#onFault = onFault;
  }

  /** The version to open the next watch at; `undefined` for the source, which comes first. */
  connect(): ResourceVersion | undefined {
    if (this.#position !== undefined) {
      this.#watch = { version: this.#position, at: this.scheduler.now() };
    }

    return this.#position;
  }

  /** An event of the source. */
  follow(event: SyncEvent<T>): void {
    if (event._tag === 'ListStarted') {
      this.#listing = true;
      this.#position = undefined;
    } else if (event._tag === 'ListCompleted') this.#listing = false;
    if (!this.#listing) this.#position = positionOf(event) ?? this.#position;
  }

  /** An event of a watch. */
  take(event: WatchEvent<T> | Opened): SyncEvent<T> {
    switch (event.type) {
      case 'OPENED':
        return WATCH_STARTED;
      case 'BOOKMARK':
        this.#position = event.resourceVersion;

        return { _tag: 'Bookmarked', resourceVersion: event.resourceVersion };
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED': {
        const found = objectEvent(event);
        this.#position = positionOf(found) ?? this.#position;

        return found;
      }
    }
  }

  /** The connection has completed: nothing is emitted, unless something is wrong with how it did. */
  endCleanly(): Observable<never> {
    const watch = this.#watch;
    this.pause = undefined;
    if (watch === undefined) {
      if (this.#listing) throw unfinishedList();
      // Behind the source at once; an empty one has nothing to go on from.
      if (this.#position !== undefined) this.pause = 0;

      return EMPTY;
    }
    const lived = this.scheduler.now() - watch.at;
    if (lived < APART && watch.version === this.#position) throw shortWatch(lived);
    this.health.ended();
    this.#shortWatches = 0;
    this.#stuck = undefined;
    // At least 1 ms: with none, a server that hangs up at once would stop virtual time.
    this.pause = Math.max(1, APART - lived);

    return EMPTY;
  }

  /** The connection has failed: what to tell about it, or the same failure where it is not cured from here. */
  fail(error: unknown): SyncEvent<T> {
    const position = this.#position;
    if (position === undefined || !isKubeError(error)) throw error;
    const next = this.#nextMove(error, position);
    if (this.#onFault(error, next) !== 'again') {
      throw next === 'relist' && isServerFailure(error) ? stuckWatch(error) : error;
    }
    this.pause = retryDelay(error, this.#failures.failed() + 1, this.#backOff);

    return { _tag: 'Interrupted', error, retryInMs: this.pause };
  }

  #nextMove(error: KubeError, position: ResourceVersion): ReturnType<typeof nextMove> {
    if (error._tag === 'ProtocolError' && error.rule === 'shortWatch') {
      return ++this.#shortWatches < TOO_MANY ? 'again' : 'relist';
    }
    this.#shortWatches = 0;
    const next = nextMove(error, 'watch');
    if (next !== 'again' || !isServerFailure(error)) return next;
    const times = this.#stuck?.version === position ? this.#stuck.times + 1 : 1;
    this.#stuck = { version: position, times };

    return times < TOO_MANY ? 'again' : 'relist';
  }
}

const WATCH_STARTED: SyncEvent<never> = { _tag: 'WatchStarted' };

/** A 5xx, or an ERROR frame without a code, that does not say when to come back. */
function isServerFailure(error: KubeError): boolean {
  return (
    error._tag === 'StatusError' &&
    (error.code >= 500 || error.code === 0) &&
    retryAfter(error) === undefined &&
    nextMove(error, 'watch') === 'again'
  );
}

function unfinishedList(): ProtocolError {
  return new ProtocolError({
    rule: 'unfinishedList',
    problem:
      'the source started a list and ended without its version; let ListCompleted pass, or nothing can be resumed',
  });
}

function shortWatch(lived: number): ProtocolError {
  return new ProtocolError({
    rule: 'shortWatch',
    problem: `the watch ended cleanly after ${String(lived)} ms and brought nothing`,
  });
}

function stuckWatch(cause: KubeError): ProtocolError {
  return new ProtocolError({
    rule: 'stuckWatch',
    problem: `the server failed ${String(TOO_MANY)} times in a row at one version, last with ${cause.message}`,
    cause,
  });
}
