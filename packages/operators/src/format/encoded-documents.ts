import { DecodeError, ResourceVersion } from '@rxkube/protocol';
import { type EventHead } from '@rxkube/protocol/json';
import { type OperatorFunction } from 'rxjs';

import { type DeferredEvent } from '../decoding/deferred-event.js';
import { documents } from '../decoding/documents.js';
import { type Omission } from '../decoding/omission.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { type EncodedEvent, type Format } from './format.js';
import { formatOptions } from './format-options.js';

/** What to do with the events of a watch in another format than JSON. */
export interface EncodedDocumentsOptions {
  readonly decoding?: 'eager' | 'deferred' | undefined;
  readonly maxDocumentBytes?: number | undefined;
  readonly omit?: readonly Omission[] | undefined;
  readonly onInvalid?: OnInvalid | undefined;
}

/**
 * Cuts the body of a watch in another format into the documents that JSON would give.
 *
 * @param defers asked for each document, where deferred decoding was chosen.
 * @param Event what is left of a document that is not decoded.
 */
export function encodedDocuments(
  format: Format,
  options: EncodedDocumentsOptions,
  defers: () => boolean,
  Event: typeof DeferredEvent,
): OperatorFunction<Uint8Array, unknown> {
  const { onInvalid } = options;
  // `onInvalid` has to judge each object as it comes.
  const isDeferring = options.decoding === 'deferred' && onInvalid === undefined;

  return documents(() => {
    const splitter = format.watch(formatOptions(options));

    return {
      push: (chunk, take) => {
        splitter.push(chunk, (event) => {
          const frame =
            isDeferring && defers()
              ? (deferred(event, Event) ?? read(event))
              : judged(event, onInvalid);

          return frame === undefined || take(frame);
        });
      },
      // What is unfinished is dropped: whoever resumes gets it whole.
      end: () => undefined,
    };
  });
}

function read({ type, object }: EncodedEvent): object {
  return { type, object: object.read() };
}

function deferred({ type, object }: EncodedEvent, Event: typeof DeferredEvent): object | undefined {
  if (!carriesObject(type)) return undefined;
  const head = object.head();

  return head === undefined ? undefined : new Event(type, head, object);
}

/** An object that its own decoder refuses may be skipped, as one that a codec refuses. A deletion may not. */
function judged(event: EncodedEvent, onInvalid: OnInvalid | undefined): object | undefined {
  try {
    return read(event);
  } catch (error) {
    if (!(error instanceof DecodeError) || error.problem !== 'object') throw error;
    if (event.type === 'DELETED' || onInvalid?.(error) !== 'skip') throw error;
    const { resourceVersion } = error;

    return ResourceVersion.is(resourceVersion)
      ? { type: 'BOOKMARK', object: { metadata: { resourceVersion } } }
      : undefined;
  }
}

function carriesObject(type: string): type is EventHead['type'] {
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED';
}
