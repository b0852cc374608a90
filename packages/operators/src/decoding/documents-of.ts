import { type OperatorFunction } from 'rxjs';

import { formatOf } from '../format/format-of.js';
import { type JsonDocument } from './json-document.js';
import { chunkedJson } from './chunked-json.js';
import { type DecodingOptions } from './decoding-options.js';
import { encodedDocuments } from './encoded-documents.js';
import { rawDocuments } from './raw-documents.js';

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
