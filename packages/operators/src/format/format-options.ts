import { type Omission } from '../decoding/omission.js';
import { type FormatOptions } from './format.js';

/** What client-go allows for one event. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** The options of a body, with their defaults. */
export function formatOptions(options: {
  readonly maxDocumentBytes?: number | undefined;
  readonly omit?: readonly Omission[] | undefined;
}): FormatOptions {
  const { maxDocumentBytes = MAX_DOCUMENT_BYTES, omit = [] } = options;

  return { maxDocumentBytes, omit };
}
