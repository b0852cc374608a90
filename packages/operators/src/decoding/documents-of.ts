import { invalidArgument } from '@rxkube/protocol';
import { type OperatorFunction } from 'rxjs';

import { type ChunkedJsonOptions, chunkedJson } from './chunked-json.js';
import { deferredDocuments } from './deferred-documents.js';

/** When the objects of a watch are parsed. */
export interface DecodingOptions extends ChunkedJsonOptions {
  readonly decoding?: 'eager' | 'deferred' | undefined;
}

/**
 * Cuts a body into documents as a user has chosen.
 *
 * @param defers asked for each document, where deferred decoding was chosen.
 * @throws ProtocolError `invalidArgument` for anything but the two.
 */
export function documentsOf(
  options: DecodingOptions,
  defers: () => boolean,
): OperatorFunction<Uint8Array, unknown> {
  const decoding: unknown = options.decoding ?? 'eager';
  if (decoding === 'eager') return chunkedJson(options);
  if (decoding === 'deferred') return deferredDocuments(options, defers);
  throw invalidArgument('decoding', "pass 'eager' or 'deferred'");
}
