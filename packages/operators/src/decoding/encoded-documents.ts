import { DecodeError, isResourceVersion, type WatchEvent } from '@rxkube/protocol';
import { type OperatorFunction } from 'rxjs';

import { type EncodedEvent, type Format, formatOptions } from '../format/format.js';
import { type JsonDocument } from './json-document.js';
import { type DecodingOptions } from './decoding-options.js';
import { documents } from './documents.js';
import { RawEvent } from '../raw/raw-event.js';
import { RawObject, encodedReader } from '../raw/raw-object.js';
import { type OnInvalid } from './watch-events.js';

/**
 * Splits the body of a watch in another format than JSON into the documents that JSON would give.
 *
 * @param mayDefer asked for each document before its object is left raw.
 */
export function encodedDocuments(
  format: Format,
  options: DecodingOptions,
  mayDefer: () => boolean,
): OperatorFunction<Uint8Array, JsonDocument> {
  const { decoding = 'eager', onInvalid } = options;
  // `onInvalid` has to judge each object when it arrives.
  const isDeferring = decoding !== 'eager' && onInvalid === undefined;

  return documents(() => {
    const splitter = format.watch(formatOptions(options));

    return {
      push: (chunk, take) => {
        splitter.push(chunk, (event) => {
          const frame =
            isDeferring && mayDefer() ? (rawEvent(event) ?? read(event)) : judged(event, onInvalid);

          return frame === undefined || take(frame);
        });
      },
      // An unfinished event is dropped: the watch that resumes brings the whole of it.
      end: () => undefined,
    };
  });
}

function read({ type, object }: EncodedEvent): object {
  return { type, object: object.read() };
}

function rawEvent({ type, object }: EncodedEvent): object | undefined {
  if (!carriesObject(type)) return undefined;
  const head = object.head();

  return head === undefined
    ? undefined
    : new RawEvent(type, RawObject.from(head, object, encodedReader));
}

/** Reads an event. `onInvalid` may skip an object that its decoder refuses, but not a deletion. */
function judged(event: EncodedEvent, onInvalid: OnInvalid | undefined): object | undefined {
  try {
    return read(event);
  } catch (error) {
    if (!(error instanceof DecodeError) || error.problem !== 'object') throw error;
    if (event.type === 'DELETED' || onInvalid?.(error) !== 'skip') throw error;
    const { resourceVersion } = error;

    return isResourceVersion(resourceVersion)
      ? { type: 'BOOKMARK', object: { metadata: { resourceVersion } } }
      : undefined;
  }
}

function carriesObject(type: string): type is Exclude<WatchEvent<never>['type'], 'BOOKMARK'> {
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED';
}
