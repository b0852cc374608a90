import { DecodeError } from '@rxkube/protocol';

import { type Omission } from '../format/omission.js';
import { RawObject, encodedReader } from '../raw/raw-object.js';
import { type Format, formatOptions } from '../format/format.js';
import { type PageItems } from './page-items.js';

/** Cuts a page in another format than JSON. */
export function encodedItems(
  format: Format,
  isDeferring: boolean,
  options: {
    readonly maxDocumentBytes?: number | undefined;
    readonly omit?: readonly Omission[] | undefined;
  },
): PageItems {
  const reader = format.list(formatOptions(options));

  return {
    push: (chunk, sink) => {
      reader.push(chunk, (object) => {
        const head = isDeferring ? object.head() : undefined;
        if (head !== undefined) {
          sink.addRaw(RawObject.from(head, object, encodedReader));

          return;
        }
        let parsed: unknown;
        try {
          parsed = object.read();
        } catch (error) {
          // A decoder of the user refuses an object by throwing.
          if (!(error instanceof DecodeError) || error.problem !== 'object') throw error;
          sink.addInvalid(error);

          return;
        }
        sink.addParsed(parsed);
      });
    },
    end: () => reader.end(),
  };
}
