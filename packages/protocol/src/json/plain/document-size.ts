import { invalidArgument } from '../../errors/errors.js';

/** The default limit of one document in bytes, 16 MiB. client-go has the same for one event. @since 0.2.0 */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** @throws ProtocolError `invalidArgument` if the size is not a positive number. */
export function validatedSize(maxDocumentBytes: number): number {
  if (maxDocumentBytes > 0) return maxDocumentBytes;
  throw invalidArgument(
    'maxDocumentBytes',
    `must be a positive number of bytes, got ${String(maxDocumentBytes)}`,
  );
}
