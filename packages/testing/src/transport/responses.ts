import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest, TransportError, type TransportPhase } from '@rxkube/protocol';
import { NEVER, type Observable, concat, defer, ignoreElements, of, throwError, timer } from 'rxjs';

import { type Items, type ListFields, listBody } from '../building/list-body.js';
import { type StatusFields, statusBody } from '../building/status-body.js';
import { type Step, timedBytes } from './timed-bytes.js';
import { type WatchStep, watchSteps } from './watch-steps.js';

/** Responds to a request: emits one response, or fails, or does neither. It is a `Transport`, too. @since 0.1.0 */
export type Responder = (request: ApiRequest) => Observable<ApiResponse>;

/** The fields of a response that {@link response} sends. @since 0.1.0 */
export interface ResponseFields {
  /** Default 200. */
  readonly status?: number;
  /** Lower-case names. Default: the content type of JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until the status line. Default 0: at once. */
  readonly after?: number;
  /** A text is sent as it is. Default: an empty body. */
  readonly body?: readonly Step[];
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Responds with any status, headers and body. @since 0.1.0 */
export function response(fields: ResponseFields): Responder {
  const { status = 200, headers = JSON_TYPE, after = 0, body = [] } = fields;

  return () =>
    concat(
      wait(after),
      defer(() =>
        of({ status, headers: new Map(Object.entries(headers)), body: timedBytes(body) }),
      ),
    );
}

/** Responds with one page of a list: `listResponse('10', 'a@u1/7 b@u2/8')`. @since 0.1.0 */
export function listResponse(
  version: string | undefined,
  items: Items,
  fields?: ListFields,
): Responder {
  return response({ body: [listBody(version, items, fields)] });
}

/** Responds with a watch: `watchResponse('+a@u1/11', 50, 'RST')`. It stays open unless a step ends it. @since 0.1.0 */
export function watchResponse(...steps: readonly WatchStep[]): Responder {
  return response({ body: watchSteps(...steps) });
}

/** Refuses with a Status, as the API server does. @since 0.1.0 */
export function statusResponse(
  code: number,
  reason: string,
  fields?: StatusFields & { readonly headers?: Readonly<Record<string, string>> },
): Responder {
  const { headers, ...status } = fields ?? {};

  return response({
    status: code,
    headers: { ...JSON_TYPE, ...headers },
    body: [statusBody(code, reason, status)],
  });
}

/** Fails with a `TransportError` instead of a response. @since 0.1.0 */
export function failedRequest(
  code: string,
  fields: { readonly phase?: TransportPhase; readonly after?: number } = {},
): Responder {
  const { phase = 'connect', after = 0 } = fields;

  return () =>
    concat(
      wait(after),
      throwError(() => new TransportError({ phase, code, problem: 'the connection failed' })),
    );
}

/** Never responds. @since 0.1.0 */
export const noResponse: Responder = () => NEVER;

function wait(milliseconds: number): Observable<never> {
  return milliseconds === 0 ? concat() : timer(milliseconds).pipe(ignoreElements());
}
