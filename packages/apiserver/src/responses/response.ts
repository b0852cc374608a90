import { type ApiResponse } from '@rxkube/operators';
import { type Status, type StatusError } from '@rxkube/protocol';
import { encodeUtf8 } from '@rxkube/protocol/internal';
import { type Observable, of } from 'rxjs';

import { jsonText } from '../objects/json-text.js';
import { statusBody } from '../statuses/status-body.js';

/** Makes a response of bytes in the form that `contentType` names. */
export function bodyResponse(
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

/** Makes a response of one JSON document. */
export function jsonResponse(status: number, document: unknown): ApiResponse {
  return jsonTextResponse(status, jsonText(document));
}

/** Makes a response of one JSON document that is text already. */
export function jsonTextResponse(status: number, text: string): ApiResponse {
  return bodyResponse(status, 'application/json', of(encodeUtf8(`${text}\n`)));
}

/** Makes a response of plain text. */
export function textResponse(status: number, text: string): ApiResponse {
  return bodyResponse(status, 'text/plain; charset=utf-8', of(encodeUtf8(text)), {
    'x-content-type-options': 'nosniff',
  });
}

/** Makes the response of a refusal. */
export function failureResponse(error: StatusError): ApiResponse {
  return statusResponse(statusBody(error), error.code);
}

/** Makes a response of a Status. The wait that it asks for is a header as well. */
export function statusResponse(status: Status, code: number): ApiResponse {
  const seconds = status.details?.retryAfterSeconds ?? 0;

  return bodyResponse(
    code,
    'application/json',
    of(encodeUtf8(`${JSON.stringify(status)}\n`)),
    seconds > 0 ? { 'retry-after': String(seconds) } : {},
  );
}
