import {
  type Collection,
  type KubeError,
  type KubeObject,
  ProtocolError,
  type ResourceVersion,
  type WatchEvent,
  isExpired,
  isKubeError,
  isTooLarge,
  requestName,
  streamListRequest,
} from '@rxkube/protocol';
import { type Observable, type SchedulerLike, ignoreElements, timer } from 'rxjs';

import { rawIn } from '../decoding/raw-event.js';
import { listedOf } from '../decoding/listed.js';
import { type BackOff } from '../recovery/back-off.js';
import { type LoopBackOff, checkedBackOff } from '../recovery/checked-back-off.js';
import { type Move, type OnFault, nextMove } from '../recovery/next-move.js';
import { retryDelay } from '../recovery/retry-delay.js';
import { objectEvent } from '../decoding/object-event.js';
import { type SyncEvent } from '../sync-event.js';
import { APART } from '../watching/apart.js';
import { type Opened } from '../watching/open-stream.js';

/** Where one attempt of a streaming list begins. */
export type InitialState =
  | { readonly at: 'latest' | 'cached' }
  | { readonly at: 'notOlderThan'; readonly resourceVersion: ResourceVersion };

/** How far one streaming list has come. */
export class InitialEvents<T extends KubeObject> {
  /** Milliseconds until the next attempt; `undefined` where there is none to come. */
  pause: number | undefined;
  readonly #request: Collection<T>;
  readonly #backOff: LoopBackOff;
  readonly #onFault: OnFault;
  readonly #scheduler: SchedulerLike;
  readonly #within: number;
  /** Where an attempt begins; changes when the server has lost it. */
  #from: InitialState;
  #startedAt = 0;
  /** When the stream began, or its last initial event came. */
  #lastAt = 0;
  /** The end mark has come: what follows is a watch. */
  isComplete = false;
  /** A text was broken before the mark: where a server breaks its lines, objects have to be parsed as they arrive. */
  isBroken = false;
  #failures = 0;
  /** A stream has ended early, which once may be the restart of a server. */
  #endedEarly = false;
  /** The end that is no refusal. */
  #excused: ProtocolError | undefined;

  constructor(
    request: Collection<T>,
    from: InitialState,
    {
      backOff,
      onFault,
      scheduler,
      within,
    }: {
      readonly backOff: BackOff;
      readonly onFault: OnFault;
      readonly scheduler: SchedulerLike;
      /** Milliseconds without an initial event. */
      readonly within: number;
    },
  ) {
    this.#request = request;
    this.#from = from;
    this.#backOff = checkedBackOff(backOff);
    this.#onFault = onFault;
    this.#scheduler = scheduler;
    this.#within = within;
  }

  /** Where the next attempt begins. */
  begin(): InitialState {
    this.#startedAt = this.#scheduler.now();
    this.#lastAt = this.#startedAt;

    return this.#from;
  }

  /** What an event of the stream says. */
  take(event: WatchEvent<T> | Opened): readonly SyncEvent<T>[] {
    switch (event.type) {
      case 'OPENED':
        return [];
      case 'BOOKMARK':
        if (this.isComplete) {
          return [{ _tag: 'Bookmarked', resourceVersion: event.resourceVersion }];
        }
        if (!event.initialEventsEnd) return [];
        this.isComplete = true;

        return [
          { _tag: 'ListCompleted', resourceVersion: event.resourceVersion },
          { _tag: 'WatchStarted' },
        ];
      case 'DELETED':
      case 'ADDED':
      case 'MODIFIED':
        if (event.type === 'DELETED' || this.isComplete) return [objectEvent(event)];
        if (event.type === 'ADDED') this.#lastAt = this.#scheduler.now();

        return [listedOf([rawIn<T>(event) ?? event.object], undefined)];
    }
  }

  /**
   * The stream has completed, which is no end of a list that has not come to its mark. One that ends at once behind its
   * mark is held back, since the next watch follows in that moment.
   */
  end(): Observable<never> {
    this.pause = undefined;
    const now = this.#scheduler.now();
    const lived = now - this.#startedAt;
    if (this.isComplete) {
      return timer(Math.max(0, APART - lived), this.#scheduler).pipe(ignoreElements());
    }
    const error = this.unfinished(`the stream ended after ${String(lived)} ms`);
    const isEarly = lived < this.#within;
    // While the machine is awake, silence of that length is an error before it can end.
    const slept = now - this.#lastAt > this.#within;
    if (slept || (isEarly && !this.#endedEarly)) this.#excused = error;
    this.#endedEarly ||= isEarly;
    throw error;
  }

  /** What to tell about a failed attempt, or the same failure where another one does not cure it. */
  fail(error: unknown): SyncEvent<T> {
    if (this.isComplete || !isKubeError(error)) throw error;
    this.isBroken ||= error._tag === 'DecodeError' && error.problem === 'json';
    const lost = this.#from.at === 'notOlderThan' && (isExpired(error) || isTooLarge(error));
    if (this.#onFault(error, lost ? 'again' : this.#nextMove(error)) !== 'again') throw error;
    if (lost) this.#from = { at: 'latest' };
    this.pause = lost ? this.#backOff.anew() : retryDelay(error, ++this.#failures, this.#backOff);

    return { _tag: 'Interrupted', error, retryInMs: this.pause };
  }

  /** The server has taken the request for something else. */
  unfinished(problem: string): ProtocolError {
    return new ProtocolError({
      rule: 'noEndMark',
      problem: `${problem}, and the bookmark that ends the initial events is missing: this server may not serve streaming lists; list in pages`,
      request: requestName(streamListRequest(this.#request, { ...this.#from, timeoutSeconds: 1 })),
    });
  }

  #nextMove(error: KubeError): Move {
    return error === this.#excused ? 'again' : nextMove(error, 'streamList');
  }
}
