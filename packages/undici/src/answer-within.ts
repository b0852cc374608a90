import { type ApiResponse } from '@rxkube/operators';
import { TransportError } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, throwError, timeout } from 'rxjs';

/** Errors where no response has come in time, from the moment in which a connection is asked for. */
export function answerWithin(
  milliseconds: number,
  request: string,
): MonoTypeOperatorFunction<ApiResponse> {
  const late = (): Error =>
    new TransportError({
      phase: 'headers',
      code: 'ETIMEDOUT',
      problem: `no answer within ${String(milliseconds)} ms, the connection included`,
      request,
    });

  return timeout({ first: milliseconds, with: () => throwError(() => late()) });
}
