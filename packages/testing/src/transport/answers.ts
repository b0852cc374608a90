import { type ApiResponse } from '@rxkube/operators';
import {
  type ApiRequest,
  type KubeObject,
  TransportError,
  type TransportPhase,
} from '@rxkube/protocol';
import { NEVER, type Observable, concat, defer, ignoreElements, of, throwError, timer } from 'rxjs';

import { type ListFields, listBody } from '../building/list-body.js';
import { type StatusFields, statusBody } from '../building/status-body.js';
import { type Step, idle, timedBytes } from './timed-bytes.js';

/** How a request is answered: emits one response, or fails, or does neither. @since 0.1.0 */
export type Answer = (request: ApiRequest) => Observable<ApiResponse>;

/** What {@link answer} needs to know. @since 0.1.0 */
export interface AnswerFields {
  /** Default 200. */
  readonly status?: number;
  /** Lower-case names. Default: the content type of JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until the status line. Default 0: at once. */
  readonly after?: number;
  /** Default: no byte, and the end. */
  readonly body?: readonly Step[];
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Any answer at all. @since 0.1.0 */
export function answer(fields: AnswerFields): Answer {
  const { status = 200, headers = JSON_TYPE, after = 0, body = [] } = fields;

  return () =>
    concat(
      wait(after),
      defer(() =>
        of({ status, headers: new Map(Object.entries(headers)), body: timedBytes(body) }),
      ),
    );
}

/** One page of a list. @since 0.1.0 */
export function listAnswer(
  version: string | undefined,
  items: readonly KubeObject[],
  fields?: ListFields,
): Answer {
  return answer({ body: [listBody(version, items, fields)] });
}

/** A watch that sends its steps and then stays open. @since 0.1.0 */
export function watchAnswer(...steps: readonly Step[]): Answer {
  return answer({ body: [...steps, idle] });
}

/** A watch that sends its steps and then ends cleanly. @since 0.1.0 */
export function endedWatchAnswer(...steps: readonly Step[]): Answer {
  return answer({ body: steps });
}

/** A refusal with a Status, as the API server writes it. @since 0.1.0 */
export function statusAnswer(
  code: number,
  reason: string,
  fields?: StatusFields & { readonly headers?: Readonly<Record<string, string>> },
): Answer {
  const { headers, ...status } = fields ?? {};

  return answer({
    status: code,
    headers: { ...JSON_TYPE, ...headers },
    body: [statusBody(code, reason, status)],
  });
}

/** No response at all: the connection fails. @since 0.1.0 */
export function failedAnswer(
  code: string,
  fields: { readonly phase?: TransportPhase; readonly after?: number } = {},
): Answer {
  const { phase = 'connect', after = 0 } = fields;

  return () =>
    concat(
      wait(after),
      throwError(() => new TransportError({ phase, code, problem: 'the connection failed' })),
    );
}

/** No response, ever. @since 0.1.0 */
export const silentAnswer: Answer = () => NEVER;

function wait(milliseconds: number): Observable<never> {
  return milliseconds === 0 ? concat() : timer(milliseconds).pipe(ignoreElements());
}
