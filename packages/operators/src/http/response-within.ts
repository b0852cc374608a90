import { type ApiRequest } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, type SchedulerLike, identity, timeout } from 'rxjs';

import { type ApiResponse } from '../transport.js';
import { timedOut } from './timed-out.js';

/** Errors where the response has not begun in time. `Infinity` waits for ever. */
export function responseWithin(
  milliseconds: number,
  request: ApiRequest,
  scheduler: SchedulerLike,
): MonoTypeOperatorFunction<ApiResponse> {
  if (milliseconds === Infinity) return identity;

  return timeout({
    first: milliseconds,
    scheduler,
    with: () => timedOut(request, 'headers', `no response within ${String(milliseconds)} ms`),
  });
}
