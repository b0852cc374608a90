import { type Collection, type DecodeError, type KubeObject } from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  type SchedulerLike,
  Subject,
  asyncScheduler,
  identity,
  map,
  of,
  pipe,
  switchMap,
  take,
  tap,
} from 'rxjs';

import { type DecodingOptions } from '../decoding/documents-of.js';
import { readableEvents } from '../decoding/readable-events.js';
import { type WatchDecoder, watchDecoder } from '../decoding/watch-decoder.js';
import { type WatchEventsOptions } from '../decoding/watch-events.js';
import { isBrokenText } from '../recovery/kinds-of-failure.js';
import { waitFor } from '../recovery/wait-for.js';
import { endedBy } from '../subscription/ended-by.js';
import { type SyncEvent } from '../sync-event.js';

/** The server may break its lines where an object seems to end. Only parsing on arrival tells such lines apart. */
const LAST_DEFERRED = 2;

/** The options of {@link BrokenTexts}. */
export interface BrokenTextsOptions extends DecodingOptions, WatchEventsOptions {
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Lists again when a deferred object turns out to be broken.
 *
 * A reader finds that out long after the event has passed. After the second text that is not JSON, the subscription
 * parses objects as they arrive.
 */
export class BrokenTexts {
  #count = 0;
  #isListing = false;
  readonly #broken = new Subject<DecodeError>();
  readonly #listed = new Subject<void>();

  constructor(private readonly options: BrokenTextsOptions) {}

  /** Reports a broken object. */
  readonly onBroken = (error: DecodeError): void => {
    this.options.onBroken?.(error);
    this.#broken.next(error);
  };

  /** Whether objects are parsed as they arrive from now on. */
  get isEager(): boolean {
    return this.#count >= LAST_DEFERRED;
  }

  /** What changes in the options of a list that begins now. */
  get decoding(): Pick<DecodingOptions, 'decoding'> & Pick<WatchEventsOptions, 'onBroken'> {
    const { onBroken } = this;

    return this.isEager ? { onBroken, decoding: 'eager' } : { onBroken };
  }

  /** Makes the decoder for the watches of a collection. */
  decoder<T extends KubeObject>(collection: Collection<T>): WatchDecoder<T> {
    const { onBroken } = this;

    return watchDecoder(collection, { ...this.options, onBroken }, () => !this.isEager);
  }

  /** Makes deferred events readable for users. */
  readable<E>(): MonoTypeOperatorFunction<E> {
    return readableEvents(this.options);
  }

  /**
   * Errors with each broken object. A list that is under way may hold the same object, so the error waits for its end:
   * one more list follows.
   */
  fail<T>(): MonoTypeOperatorFunction<SyncEvent<T>> {
    const { decoding = 'eager', scheduler = asyncScheduler } = this.options;
    if (decoding === 'eager') return identity;
    const broken = this.#broken.pipe(
      switchMap((error) =>
        this.#isListing
          ? this.#listed.pipe(
              take(1),
              // In a task of its own, which comes before the watch behind the list.
              switchMap(() => waitFor(0, scheduler)),
              map(() => error),
            )
          : of(error),
      ),
      map(thrown),
    );

    return pipe(
      endedBy<SyncEvent<T>>(broken),
      tap({
        next: ({ _tag }) => {
          if (_tag === 'ListStarted') this.#isListing = true;
          else if (_tag === 'ListCompleted') {
            this.#isListing = false;
            this.#listed.next();
          }
        },
        error: (error: unknown) => {
          if (isBrokenText(error)) this.#count++;
        },
      }),
    );
  }
}

function thrown(error: DecodeError): never {
  throw error;
}
