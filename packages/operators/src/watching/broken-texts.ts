import { type Collection, type DecodeError, type KubeObject } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, Observable, Subject, identity } from 'rxjs';

import { type DecodingOptions } from '../decoding/decoding-options.js';
import { readableEvents } from '../decoding/readable-events.js';
import { type WatchDecoder, watchDecoder } from '../decoding/watch-decoder.js';
import { type WatchEventsOptions } from '../decoding/watch-events.js';
import { isBrokenText } from '../recovery/kinds-of-failure.js';
import { untilClosed } from '../subscription/until-closed.js';
import { type SyncEvent } from '../sync-event.js';

/** The server may break its lines where an object seems to end. Only parsing on arrival tells such lines apart. */
const LAST_DEFERRED = 2;

/** The options of {@link BrokenTexts}. */
export interface BrokenTextsOptions extends DecodingOptions, WatchEventsOptions {}

/**
 * Lists again when a deferred object turns out to be broken.
 *
 * A reader finds that out long after the event has passed. After the second text that is not JSON, the subscription
 * parses objects as they arrive.
 */
export class BrokenTexts {
  #count = 0;
  readonly #broken = new Subject<DecodeError>();

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

  /** The changes of the options for a list that begins now. */
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
   * one more list follows, before a watch is opened.
   */
  fail<T>(): MonoTypeOperatorFunction<SyncEvent<T>> {
    const { decoding = 'eager' } = this.options;
    if (decoding === 'eager') return identity;

    // Written by hand: the error has to follow the end of the list in the same call.
    return (source) =>
      new Observable((subscriber) => {
        let isListing = false;
        let waiting: DecodeError | undefined;
        const fail = (error: unknown): void => {
          if (isBrokenText(error)) this.#count++;
          subscriber.error(error);
        };

        subscriber.add(
          this.#broken.subscribe({
            next: (error) => {
              if (isListing) waiting = error;
              else fail(error);
            },
            error: fail,
          }),
        );
        source.pipe(untilClosed(subscriber)).subscribe({
          next: (event) => {
            if (event._tag === 'ListStarted') isListing = true;
            else if (event._tag === 'ListCompleted') isListing = false;
            subscriber.next(event);
            if (waiting !== undefined && !isListing) fail(waiting);
          },
          error: fail,
          complete: () => {
            subscriber.complete();
          },
        });
      });
  }
}
