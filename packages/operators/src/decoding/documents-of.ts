import { type OperatorFunction } from 'rxjs';

import { type Format } from '../format/format.js';
import { formatOf } from '../format/format-of.js';
import { type JsonDocument } from './json-document.js';
import { type ChunkedJsonOptions, chunkedJson } from './chunked-json.js';
import { encodedDocuments } from './encoded-documents.js';
import { rawDocuments } from './raw-documents.js';
import { type OnInvalid } from './watch-events.js';

/**
 * When objects are parsed: `'eager'` as they arrive, `'deferred'` when they are read for the first time. `'adaptive'`
 * defers, and parses objects as they arrive for as long as each of them is read at once.
 *
 * @since 0.2.0
 */
export type Decoding = 'eager' | 'deferred' | 'adaptive';

/** How the body of a watch is decoded. */
export interface DecodingOptions extends ChunkedJsonOptions {
  readonly decoding?: Decoding | undefined;
  readonly format?: Format | undefined;
  readonly onInvalid?: OnInvalid | undefined;
}

/**
 * Cuts the body of a watch into documents, as its content type and the options say. Unless `decoding` is `'eager'`, an
 * event of an object is a `RawEvent`.
 *
 * @param mayDefer asked for each document before its object is left raw.
 */
export function documentsOf(
  options: DecodingOptions,
  mayDefer: () => boolean,
): (type: string | undefined) => OperatorFunction<Uint8Array, JsonDocument> {
  const { decoding = 'eager' } = options;
  const json =
    decoding === 'eager'
      ? chunkedJson(options)
      : rawDocuments(options, { mayDefer, isAdaptive: decoding === 'adaptive' });

  return (type) => {
    const other = formatOf(options.format, type);

    return other === undefined ? json : encodedDocuments(other, options, mayDefer);
  };
}
