import { type ApiRequest } from '@rxkube/protocol';

import { badRequest, unsupportedMediaType } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { jsonType } from '../objects/json-type.js';
import { type JsonObject } from '../objects/stored-object.js';
import { jsonBody } from './json-body.js';
import { mediaTypeOf } from './media-type.js';
import { PROTOBUF } from './protobuf-body.js';
import { type Route } from './route.js';
import { yamlBody } from './yaml-body.js';

/** The object of a request: its metadata is an object, and nothing else is known. */
export type IncomingBody = JsonObject & { readonly metadata: JsonObject };

const FORMS: ReadonlyMap<string, (text: string) => unknown> = new Map([
  ['', jsonBody],
  ['application/json', jsonBody],
  ['application/yaml', yamlBody],
]);

/**
 * Reads the body of a request as an object in the namespace of its path.
 *
 * @throws StatusError 415 for a body in another form, 400 if it is not an object or has another
 *   namespace.
 */
export function readObject(route: Route, request: ApiRequest): IncomingBody {
  return inNamespaceOf(route, readDocument(route, request));
}

/**
 * Reads the body of a request as JSON or YAML.
 *
 * @throws StatusError 415 for a body in another form, 400 if it is not an object.
 */
export function readDocument({ served }: Pick<Route, 'served'>, request: ApiRequest): JsonObject {
  const read = FORMS.get(mediaTypeOf(request));
  if (read === undefined) {
    const accepted = [...FORMS.keys()].filter((form) => form !== '');
    throw unsupportedMediaType(served.builtIn ? [...accepted, PROTOBUF] : accepted);
  }
  const body = read(request.body ?? '');
  if (!isJsonObject(body))
    throw badRequest(`the body of the request must be a JSON object, got ${jsonType(body)}`);

  return body;
}

/** Puts an object into the namespace of its path. */
export function inNamespaceOf({ served, namespace }: Route, object: JsonObject): IncomingBody {
  const metadata = object['metadata'] ?? {};
  if (!isJsonObject(metadata))
    throw badRequest(`metadata must be an object, got ${jsonType(metadata)}`);
  const incoming = metadata['namespace'] ?? '';
  if (incoming !== '' && incoming !== namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }

  return { ...object, metadata: served.namespaced ? { ...metadata, namespace } : metadata };
}
