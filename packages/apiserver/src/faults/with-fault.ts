import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';
import {
  NEVER,
  type Observable,
  type SchedulerLike,
  defer,
  map,
  mergeMap,
  of,
  throwError,
  timer,
} from 'rxjs';

import { answer, statusAnswer } from '../handlers/answer.js';
import { connectionCut } from '../watch-cache/open-watches.js';
import { editLines } from './edit-lines.js';
import { type BodyPoint, type Fault, type FaultAnswer } from './fault.js';
import { spoilBody } from './spoil-body.js';

/** Serves a request as a fault wants it, or as it is where there is none. */
export function withFault(
  fault: Fault | undefined,
  request: ApiRequest,
  scheduler: SchedulerLike,
  serve: () => Observable<ApiResponse>,
): Observable<ApiResponse> {
  if (fault === undefined) return serve();
  const { delay = 0, edit } = fault;
  const faulty = defer(() => {
    if (isBeforeHeaders(fault.cut)) return throwError(() => connectionCut(request));
    if (isBeforeHeaders(fault.stall)) return NEVER;

    return (fault.answer === undefined ? serve() : of(madeUp(fault.answer))).pipe(
      map(({ status, headers, body }) => ({
        status,
        headers,
        body: spoilBody(edit === undefined ? body : body.pipe(editLines(edit)), fault, request),
      })),
    );
  });

  return delay > 0 ? timer(delay, scheduler).pipe(mergeMap(() => faulty)) : faulty;
}

function isBeforeHeaders(point: BodyPoint | undefined): boolean {
  return point !== undefined && point.afterBytes === undefined && point.afterLines === undefined;
}

function madeUp({ status, body = '', headers = {} }: FaultAnswer): ApiResponse {
  const made =
    typeof body === 'string'
      ? answer(status, 'text/plain; charset=utf-8', of(new TextEncoder().encode(body)))
      : statusAnswer(body, status);
  const named = Object.entries(headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value,
  ]);

  return { ...made, headers: new Map([...made.headers, ...named]) };
}
