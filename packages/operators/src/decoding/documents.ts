import { type TakeDocument } from '@rxkube/protocol/json';
import { Observable, type OperatorFunction } from 'rxjs';

import { untilClosed } from '../subscription/until-closed.js';
import { type JsonDocument } from './json-document.js';

/** What cuts one body, such as a `JsonSplitter`. */
export interface Splitter {
  readonly push: (chunk: Uint8Array, take: TakeDocument) => void;
  readonly end: (take: TakeDocument) => void;
}

/** Cuts a stream of bytes into documents, as the splitter reads them. */
export function documents(make: () => Splitter): OperatorFunction<Uint8Array, JsonDocument> {
  // Written by hand: a chunk gives none to thousands of documents, and an inner Observable for each chunk costs
  // several times what cutting it does.
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
      // A consumer may make the source emit while it is handed a document: that chunk waits for its turn.
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
