import {
  EMPTY,
  type Observable,
  type SchedulerLike,
  catchError,
  defer,
  map,
  takeUntil,
  takeWhile,
  timer,
  toArray,
} from 'rxjs';

import { joined } from './joined.js';

/** A body that says why something failed is not waited for longer. Milliseconds. */
const PATIENCE = 5_000;

/**
 * The first bytes of a body, whatever becomes of the rest: it may be endless, silent, or cut.
 * Emits once, none where nothing came.
 */
export function beginning(
  body: Observable<Uint8Array>,
  maxBytes: number,
  scheduler: SchedulerLike,
): Observable<Uint8Array> {
  return defer(() => {
    let read = 0;

    return body.pipe(
      takeWhile((chunk) => (read += chunk.length) < maxBytes, true),
      catchError(() => EMPTY),
      takeUntil(timer(PATIENCE, scheduler)),
      toArray(),
    );
  }).pipe(map((chunks) => joined(chunks).subarray(0, maxBytes)));
}
