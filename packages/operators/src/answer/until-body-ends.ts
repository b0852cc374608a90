import { type Observable, type OperatorFunction, concat, of, switchMap, takeWhile } from 'rxjs';

import { type ApiResponse } from '../transport.js';

/**
 * Reads a response, and is done when its body is: a transport that forgets to complete hangs nobody.
 *
 * ```text
 * source    -r---------     r = response
 * read(r)     -a-b|
 * result    ---a-b|
 * ```
 */
export function untilBodyEnds<R>(
  read: (response: ApiResponse) => Observable<R>,
): OperatorFunction<ApiResponse, R> {
  return (responses) =>
    responses.pipe(
      switchMap((response) => concat(read(response), of(END))),
      takeWhile((value): value is R => value !== END),
    );
}

const END = Symbol('the body has ended');
