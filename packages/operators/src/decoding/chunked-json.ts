import { JsonSplitter } from '@rxkube/protocol';
import { Observable, type OperatorFunction } from 'rxjs';

import { untilClosed } from '../answer/until-closed.js';

/** What {@link chunkedJson} needs to know. @since 0.1.0 */
export interface ChunkedJsonOptions {
  /** Bytes of one document; more is a `DecodeError` with `problem: 'size'`. Default 16 MiB, as client-go. */
  readonly maxDocumentBytes?: number | undefined;
}

/**
 * Cuts a stream of bytes into JSON documents, wherever the chunks are cut.
 *
 * ```text
 * source    -a-b----c-|    a = '{"n":', b = '1}\n', c = '{"n":2}{"n":3}'
 * result    ---x----(yz)|  x = { n: 1 }, y = { n: 2 }, z = { n: 3 }
 * ```
 *
 * - One document a line, several in a line, or one over several lines: only complete values count. A document is
 *   emitted as soon as its last byte is there, line end or not.
 * - Completes with the source. An unfinished last document is dropped: whoever resumes gets it whole.
 * - Errors with a `DecodeError` where the bytes are no JSON, or where one document is larger than allowed; nothing
 *   is emitted after that. Bytes that are no UTF-8 become U+FFFD inside their string.
 * - Keeps one unfinished document, at most `maxDocumentBytes`.
 *
 * @see watchEvents for what to do with the documents of a watch.
 * @since 0.1.0
 */
export function chunkedJson(
  options: ChunkedJsonOptions = {},
): OperatorFunction<Uint8Array, unknown> {
  // Written by hand: a chunk gives none to thousands of documents, and an inner Observable for each chunk costs
  // several times what cutting it does.
  return (source) =>
    new Observable((subscriber) => {
      const splitter = new JsonSplitter(options);
      const chunks: Uint8Array[] = [];
      let sourceDone = false;
      let cutting = false;

      const take = (document: unknown): boolean => {
        subscriber.next(document);

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
