import { type ApiRequest, type ProtocolError, invalidArgument } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, isObservable, pipe, tap } from 'rxjs';

import { type ApiResponse } from '../transport.js';
import { typedFailures } from './typed-failures.js';

/**
 * The response of a transport, if it has the fields of the port.
 *
 * @throws ProtocolError `invalidArgument` for `transport`, because no retry cures a mistake in the program.
 */
export function validatedResponse(response: ApiResponse): ApiResponse {
  const { status, headers, body } = Object(response) as {
    readonly [F in keyof ApiResponse]?: unknown;
  };
  if (typeof status !== 'number') throw wrong('status', 'a number', status);
  if (!hasGet(headers)) throw wrong('headers', 'a Map with lower-case names', headers);
  if (!isObservable(body)) throw wrong('body', 'an Observable of Uint8Array', body);

  return response;
}

/** Checks the chunks of a body, and makes a `TransportError` of its failures. */
export function validatedBody(request: ApiRequest): MonoTypeOperatorFunction<Uint8Array> {
  return pipe(
    tap((chunk: unknown) => {
      if (!ArrayBuffer.isView(chunk)) throw wrong('body', 'an Observable of Uint8Array', chunk);
    }) as MonoTypeOperatorFunction<Uint8Array>,
    typedFailures(request, 'body'),
  );
}

function hasGet(headers: unknown): boolean {
  return typeof (Object(headers) as { readonly get?: unknown }).get === 'function';
}

function wrong(field: string, expected: string, value: unknown): ProtocolError {
  return invalidArgument(
    'transport',
    `the ${field} of its response must be ${expected}, got ${value === null ? 'null' : typeof value}`,
  );
}
