import { type ApiResponse } from '@rxkube/operators';

import { type ReaderGate } from './reader-gate.js';

/** An answer with what the ways out of the server may know of it. */
export interface ServedResponse extends ApiResponse {
  /** How its body may be compressed: as a whole where it is large, or each chunk by itself. Absent for not at all. */
  readonly gzip?: 'whole' | 'chunks' | undefined;
  /** Where its body looks whether the reader takes more; absent where it does not wait for anybody. */
  readonly gate?: ReaderGate | undefined;
}
