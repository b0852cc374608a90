import { type ApiRequest } from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  type SchedulerLike,
  asyncScheduler,
  identity,
  timeout,
} from 'rxjs';

import { validatedOptions } from '../options/validated-options.js';
import { timedOut } from './timed-out.js';
import { validatedLimit } from '../options/validated-limit.js';

/**
 * Errors where no byte has come for so long.
 *
 * ```text
 * source     -a-b------     limit = 5
 * result     -a-b----#      # = TransportError in the body
 * ```
 *
 * - Put it right behind the bytes, before any buffer, so that a paused consumer does not look like a silent server.
 * - Without a limit it changes nothing. A quiet store sends nothing for hours, bookmarks included.
 *
 * @param milliseconds without a byte; `undefined` for no limit.
 * @throws ProtocolError `invalidArgument` for a limit that is not above 0, or a wrong scheduler.
 * @param request names the request in the error.
 * @since 0.1.0
 */
export function idleLimit(
  milliseconds: number | undefined,
  request: ApiRequest,
  scheduler: SchedulerLike = asyncScheduler,
): MonoTypeOperatorFunction<Uint8Array> {
  if (milliseconds === undefined) return identity;
  validatedOptions({ scheduler });
  const each = validatedLimit('idleLimit', milliseconds);
  if (each === Infinity) return identity;

  return timeout({
    each,
    scheduler,
    with: () => timedOut(request, 'body', `no byte for ${String(milliseconds)} ms`),
  });
}
