import { type ApiRequest, TransportError, requestName } from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  type SchedulerLike,
  identity,
  throwError,
  timeout,
} from 'rxjs';

import { type ApiResponse } from '../transport.js';

/** Errors where the response has not begun in time. `Infinity` waits for ever. */
export function answerWithin(
  milliseconds: number,
  request: ApiRequest,
  scheduler: SchedulerLike,
): MonoTypeOperatorFunction<ApiResponse> {
  if (milliseconds === Infinity) return identity;

  return timeout({
    first: milliseconds,
    scheduler,
    with: () =>
      throwError(
        () =>
          new TransportError({
            phase: 'headers',
            code: 'ETIMEDOUT',
            request: requestName(request),
            problem: `no answer within ${String(milliseconds)} ms`,
          }),
      ),
  });
}
