import { type ApiResponse } from '@rxkube/operators';
import { type Status, type StatusError } from '@rxkube/protocol';
import { type Observable, of } from 'rxjs';

import { statusBody } from '../statuses/status-body.js';

const encoder = new TextEncoder();

/** An answer of bytes in a form that the headers name. */
export function answer(
  status: number,
  contentType: string,
  body: Observable<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return {
    status,
    headers: new Map(
      Object.entries({
        'cache-control': 'no-cache, private',
        'content-type': contentType,
        ...headers,
      }),
    ),
    body,
  };
}

/** An answer of one JSON document. */
export function jsonAnswer(status: number, document: unknown): ApiResponse {
  return jsonTextAnswer(status, JSON.stringify(document));
}

/** An answer of one JSON document that is text already. */
export function jsonTextAnswer(status: number, text: string): ApiResponse {
  return answer(status, 'application/json', of(encoder.encode(`${text}\n`)));
}

/** An answer of plain text. */
export function textAnswer(status: number, text: string): ApiResponse {
  return answer(status, 'text/plain; charset=utf-8', of(encoder.encode(text)), {
    'x-content-type-options': 'nosniff',
  });
}

/** A failure as an answer; the wait that it asks for is a header as well. */
export function failureAnswer(error: StatusError): ApiResponse {
  return statusAnswer(statusBody(error), error.code);
}

/** A Status as an answer. */
export function statusAnswer(status: Status, code: number): ApiResponse {
  const seconds = status.details?.retryAfterSeconds ?? 0;

  return answer(
    code,
    'application/json',
    of(encoder.encode(`${JSON.stringify(status)}\n`)),
    seconds > 0 ? { 'retry-after': String(seconds) } : {},
  );
}
