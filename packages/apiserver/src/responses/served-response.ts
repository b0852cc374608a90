import { type ApiResponse } from '@rxkube/operators';

import { type ReaderGate } from './reader-gate.js';

/** A response, with the facts for the socket and the transport. */
export interface ServedResponse extends ApiResponse {
  /**
   * How the body may be compressed: as a whole if it is large, or each chunk by itself. Absent for
   * never.
   */
  readonly gzip?: 'whole' | 'chunks' | undefined;
  /** Holds the body back while its reader takes nothing. Absent if the body does not wait. */
  readonly gate?: ReaderGate | undefined;
}
