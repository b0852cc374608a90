import { type TakeDocument } from '@rxkube/protocol/json';
import { Observable, type OperatorFunction } from 'rxjs';

import { untilClosed } from '../subscription/until-closed.js';
import { type JsonDocument } from './json-document.js';

/** Splits one body, such as a `JsonSplitter`. */
export interface Splitter {
  readonly push: (chunk: Uint8Array, take: TakeDocument) => void;
  readonly end: (take: TakeDocument) => void;
}

/** Splits a stream of bytes into documents, as the splitter reads them. */
export function documents(make: () => Splitter): OperatorFunction<Uint8Array, JsonDocument> {
  // Written by hand: a chunk may hold thousands of documents. An inner Observable for each chunk would cost several times
  // as much as splitting it.
  return (source) =>
    new Observable((subscriber) => {
      const splitter = make();
      const chunks: Uint8Array[] = [];
      let sourceDone = false;
      let cutting = false;

      const take = (document: unknown): boolean => {
        // The splitter has parsed it; the brand says no more.
        subscriber.next(document as JsonDocument);

        return !subscriber.closed;
      };
      // If the consumer makes the source emit while it gets a document, the new chunk waits for its turn.
      const cut = (): void => {
        if (cutting) return;
        cutting = true;
        try {
          for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
            if (!subscriber.closed) splitter.push(chunk, take);
          }
          if (sourceDone && !subscriber.closed) {
            splitter.end(take);
            subscriber.complete();
          }
        } catch (error) {
          subscriber.error(error);
        }
        cutting = false;
      };

      source.pipe(untilClosed(subscriber)).subscribe({
        next: (chunk) => {
          chunks.push(chunk);
          cut();
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
        complete: () => {
          sourceDone = true;
          cut();
        },
      });
    });
}
