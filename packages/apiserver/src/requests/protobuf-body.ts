import { type ApiRequest, isKubeError } from '@rxkube/protocol';
import { type Observable, from, map, of } from 'rxjs';

import { badRequest } from '../statuses/status-errors.js';
import { mediaTypeOf } from './media-type.js';
import { type Route } from './route.js';

export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** The kind that a body must have. */
interface ExpectedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Emits the request with its body in JSON, if the body is protobuf and the resource takes that. Any other request comes
 * back as it is, and at once.
 *
 * The code for protobuf is loaded with the first such body.
 *
 * @throws StatusError 400 for a body that is not protobuf, or an object of another kind.
 */
export function withJsonBody(route: Route, request: ApiRequest): Observable<ApiRequest> {
  const { body = '', method } = request;
  const isRead = method !== 'PATCH' && (route.served.builtIn || route.scale || method === 'DELETE');
  const isEmptyDelete = method === 'DELETE' && body === '';
  if (mediaTypeOf(request) !== PROTOBUF || !isRead || isEmptyDelete) return of(request);
  const expected = expectedKind(route, method);

  return from(import('@rxkube/protobuf/kinds')).pipe(
    map(({ readKind }) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json' },
      body: jsonIn(body, expected, readKind),
    })),
  );
}

function expectedKind({ served, scale }: Route, method: ApiRequest['method']): ExpectedKind {
  if (method === 'DELETE') return { apiVersion: 'v1', kind: 'DeleteOptions' };

  return scale ? { apiVersion: 'autoscaling/v1', kind: 'Scale' } : served;
}

function jsonIn(
  body: string,
  expected: ExpectedKind,
  readKind: (bytes: Uint8Array, expected: ExpectedKind) => ExpectedKind & { readonly json: string },
): string {
  const bytes = Uint8Array.from(body, (byte) => byte.charCodeAt(0));
  const { apiVersion, kind, json } = refusing(expected, () => readKind(bytes, expected));
  if (kind !== expected.kind || (kind !== 'DeleteOptions' && apiVersion !== expected.apiVersion)) {
    throw badRequest(
      `${kind} in version ${JSON.stringify(apiVersion)} cannot be handled as a ${expected.kind}`,
    );
  }

  return json;
}

/** @throws StatusError 400 for an object that cannot be read */
function refusing<T>({ kind }: ExpectedKind, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isKubeError(error)) throw error;
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): ${error.message}`,
    );
  }
}
