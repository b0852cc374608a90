import {
  DecodeError,
  type KubeObject,
  isResourceVersion,
  type WatchEvent,
  readObject,
  readWatchEvent,
} from '@rxkube/protocol';
import { type Decoder } from 'io-ts';
import { Observable, type OperatorFunction, defer, filter, map, pipe } from 'rxjs';

import { validatedOptions } from '../options/validated-options.js';
import { mayBeRaw } from './decoding.js';
import { type JsonDocument } from './json-document.js';
import { rawIn } from '../raw/raw-event.js';
import { type Reading } from '../raw/raw-object.js';

/** Decides about an object that does not decode: fail the stream, or go on without it. @since 0.1.0 */
export type OnInvalid = (error: DecodeError) => 'fail' | 'skip';

/** Options of {@link watchEvents}. @since 0.1.0 */
export interface WatchEventsOptions {
  /**
   * Decides about each object that is not of its resource. Default: `'fail'`, because a change would be lost. With
   * `'skip'` the position moves on, and a cache keeps the object's last valid state. A deletion is never skipped, because
   * the deleted object would stay in the cache.
   */
  readonly onInvalid?: OnInvalid | undefined;
  /** Gets an error for each ignored event: one of an unknown type, or a bookmark without a position. */
  readonly onIgnored?: ((error: DecodeError) => void) | undefined;
  /**
   * Gets the error of each deferred object that is not of its resource, once, when the object is read. Default: the
   * events end with the error if they still go on. `relistOn410` then lists again.
   */
  readonly onBroken?: ((error: DecodeError) => void) | undefined;
}

/**
 * Reads the documents of a watch as events.
 *
 * ```text
 * source    -a-b-c-e----    a = {"type":"ADDED",…}, b = {"type":"BOOKMARK",…}, c = {"type":"UNKNOWN",…}
 * result    -a-b---#        e = {"type":"ERROR","object":{"kind":"Status",…}}, # = StatusError
 * ```
 *
 * - An ERROR frame, or a bare Status, errors with a `StatusError`.
 * - A List instead of events errors with a `ProtocolError` `watchNotSupported`.
 * - Any other document, and any object of another resource, errors with a `DecodeError`: a change is lost, so relist.
 * - Events of an unknown type, and bookmarks without a version, are ignored. They do not move the position.
 * - Without a codec, only the metadata of each object is checked. You vouch for the rest of its type.
 * - Objects of `deferredJson` are checked when they are read, and each read of a wrong one throws the same error. With a
 *   codec and `onInvalid`, all objects are read at once, because `onInvalid` has to judge them.
 *
 * @see decodeWatchEvent for the same as a pure function.
 * @since 0.1.0
 */
export function watchEvents<T extends KubeObject>(
  codec?: Decoder<unknown, T>,
  options: WatchEventsOptions = {},
): OperatorFunction<JsonDocument, WatchEvent<T>> {
  return (documents) =>
    defer(() => {
      validatedOptions({ codec });

      return documents.pipe(events(codec, validatedOptions(options)));
    });
}

function events<T extends KubeObject>(
  codec: Decoder<unknown, T> | undefined,
  options: WatchEventsOptions,
): OperatorFunction<JsonDocument, WatchEvent<T>> {
  const { onInvalid = () => 'fail', onIgnored, onBroken } = options;

  const decoded = (document: unknown): WatchEvent<T> | undefined => {
    const event = readWatchEvent(document, codec);
    if ('type' in event) return event;
    const error = event;
    if (!(error instanceof DecodeError)) throw error;
    if (error.problem === 'eventType' || error.problem === 'bookmark') {
      onIgnored?.(error);

      return undefined;
    }
    // If a deletion were skipped, its object would stay in every set: no later event takes it out.
    if (error.problem !== 'object' || isDeletion(document)) throw error;
    if (onInvalid(error) !== 'skip') throw error;

    return positionAlone(error.resourceVersion);
  };

  // `onInvalid` has to judge each object when it arrives.
  const hasJudge = codec !== undefined && options.onInvalid !== undefined;
  if (hasJudge || !mayBeRaw(options)) return pipe(map(decoded), filter(isDefined));

  return (documents) =>
    new Observable((subscriber) => {
      const reading: Reading<T> = {
        decode: (parsed) => {
          const object = readObject(parsed, 'object', codec);
          if (object instanceof DecodeError) throw object;

          return object;
        },
        onBroken:
          onBroken ??
          ((error) => {
            subscriber.error(error);
          }),
      };

      return documents
        .pipe(
          map((document) => {
            const raw = isObject(document) ? rawIn(document) : undefined;
            if (raw === undefined) return decoded(document);
            raw.readWith(reading);

            // The frame is the event: its object is now read with the codec.
            return document as unknown as WatchEvent<T>;
          }),
          filter(isDefined),
        )
        .subscribe(subscriber);
    });
}

function isDefined<E>(event: E | undefined): event is E {
  return event !== undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isDeletion(document: unknown): boolean {
  return isObject(document) && 'type' in document && document.type === 'DELETED';
}

/** Moves the position past a skipped object, so that a resume does not ask for it again. */
function positionAlone(version: string | undefined): WatchEvent<never> | undefined {
  return isResourceVersion(version)
    ? { type: 'BOOKMARK', resourceVersion: version, initialEventsEnd: false }
    : undefined;
}
