import { type ApiRequest, ProtocolError, requestName, statusError } from '@rxkube/protocol';
import { type Observable, type SchedulerLike, defer, map } from 'rxjs';

import { type Format } from '../format/format.js';
import { type ApiResponse } from '../transport.js';
import { beginning } from './beginning.js';
import { retryAfterHeader } from './retry-after-header.js';

/** A Status is a few hundred bytes; a proxy's page may be anything. */
const STATUS_BYTES = 64 * 1024;
/** Enough of a content type to recognise it. */
const TYPE_CHARACTERS = 100;

/**
 * The body of a JSON response, and the right error for every other response. A refusal, a page of a proxy or a
 * redirect never reaches a parser of events.
 *
 * @param format the requested format of the response, if it is not JSON.
 */
export function successfulBody(
  response: ApiResponse,
  request: ApiRequest,
  scheduler: SchedulerLike,
  format?: Format,
): Observable<Uint8Array> {
  const { status, headers, body } = response;
  const name = requestName(request);
  const type = headers.get('content-type');
  const encoding = headers.get('content-encoding');

  if (status >= 300 && status < 400) {
    return refused(response, scheduler, () =>
      protocolError(
        'redirect',
        'location',
        `${String(status)}: an API server does not redirect; check the server's address, and what stands before it (a proxy, a login page). Credentials were not sent on`,
      ),
    );
  }
  if (status < 200 || status >= 300) {
    return refused(response, scheduler, (bytes) =>
      statusError(format === undefined ? parsed(textOf(bytes)) : format.status(bytes), {
        httpStatus: status,
        retryAfter: retryAfterHeader(headers, scheduler.now()),
        request: name,
      }),
    );
  }
  if (encoding !== undefined && !/^(?:identity)?$/iu.test(encoding.trim())) {
    return refused(response, scheduler, () =>
      protocolError(
        'contentEncoding',
        'content-encoding',
        `the body is encoded as ${encoding.slice(0, TYPE_CHARACTERS)}; the transport must decode it, or ask for identity`,
      ),
    );
  }
  if (format === undefined && type !== undefined && !/json/iu.test(type)) {
    return refused(response, scheduler, (bytes) =>
      protocolError(
        'contentType',
        'content-type',
        `${String(status)} with ${type.slice(0, TYPE_CHARACTERS)} instead of JSON; check the server's address, and what stands before it (a proxy, a login page). The body is a text of ${String(textOf(bytes).length)} characters`,
      ),
    );
  }

  return body;

  function protocolError(
    rule: 'redirect' | 'contentEncoding' | 'contentType',
    field: string,
    problem: string,
  ): ProtocolError {
    return new ProtocolError({ rule, field, problem, request: name });
  }
}

/** Reads enough of the body for the error, and lets go of the rest. */
function refused(
  response: ApiResponse,
  scheduler: SchedulerLike,
  errorOf: (bytes: Uint8Array) => Error,
): Observable<never> {
  return defer(() => beginning(response.body, STATUS_BYTES, scheduler)).pipe(
    map((bytes) => {
      throw errorOf(bytes);
    }),
  );
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Half of a Status still tells why. Half of another document may hold objects, and these may be Secrets.
    if (/"kind"\s*:\s*"Status"/u.test(text)) return { message: text };

    return /^\s*[[{]/u.test(text) ? undefined : text;
  }
}
