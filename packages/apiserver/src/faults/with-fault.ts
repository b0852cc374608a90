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

import { bodyResponse, statusResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { connectionCut } from '../responses/connection-cut.js';
import { editLines } from './edit-lines.js';
import { type BodyPoint, type Fault, type FaultAnswer } from './fault.js';
import { slowlyRead } from './slowly-read.js';
import { spoilBody } from './spoil-body.js';

/** Serves a request with its fault, if it has one. */
export function withFault(
  fault: Fault | undefined,
  request: ApiRequest,
  scheduler: SchedulerLike,
  serve: () => Observable<ServedResponse>,
): Observable<ServedResponse> {
  if (fault === undefined) return serve();
  const { delay = 0 } = fault;
  const faulty = defer(() => {
    if (isBeforeHeaders(fault.cut)) return throwError(() => connectionCut(request, 'headers'));
    if (isBeforeHeaders(fault.stall)) return NEVER;

    return (fault.answer === undefined ? serve() : of(madeUp(fault.answer))).pipe(
      map((response) => spoilt(response, fault, request, scheduler)),
    );
  });

  return delay > 0 ? timer(delay, scheduler).pipe(mergeMap(() => faulty)) : faulty;
}

function spoilt(
  { status, headers, body, gate }: ServedResponse,
  fault: Fault,
  request: ApiRequest,
  scheduler: SchedulerLike,
): ServedResponse {
  const { edit, slow } = fault;
  const edited = edit === undefined ? body : body.pipe(editLines(edit));
  const broken = spoilBody(edited, fault, request);

  // Never compressed, since the points of a fault count the bytes that the client sees.
  return {
    status,
    headers,
    gate,
    body: slow === undefined ? broken : slowlyRead(broken, slow, gate, scheduler),
  };
}

function isBeforeHeaders(point: BodyPoint | undefined): boolean {
  return point !== undefined && point.afterBytes === undefined && point.afterLines === undefined;
}

function madeUp({ status, body = '', headers = {} }: FaultAnswer): ServedResponse {
  const made =
    typeof body === 'string'
      ? bodyResponse(status, 'text/plain; charset=utf-8', of(new TextEncoder().encode(body)))
      : statusResponse(body, status);
  const named = Object.entries(headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value,
  ]);

  return { ...made, headers: new Map([...made.headers, ...named]) };
}
