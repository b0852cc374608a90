import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';

import {
  badRequest,
  invalid,
  methodNotAllowed,
  objectNotFound,
  unsupportedMediaType,
} from '../store/failures.js';
import { isJsonObject } from '../store/json-object.js';
import { type WriteOptions } from '../store/object-store.js';
import { type ServedResource } from '../store/served-resource.js';
import { type JsonObject, type StoredObject } from '../store/stored-object.js';
import { objectText } from '../watch-cache/representation.js';
import { jsonAnswer, jsonTextAnswer } from './answer.js';
import { readListOptions } from './list-options.js';
import { negotiate } from './negotiate.js';
import { type Route } from './route.js';
import { readSelection } from './selection.js';
import { type ServerContext } from './server-context.js';

const JSON_FORM = 'application/json';
const MERGE_PATCH = 'application/merge-patch+json';

/** Answers POST, PUT, PATCH and DELETE. */
export function writeObjects(
  context: ServerContext,
  route: Route,
  request: ApiRequest,
): ApiResponse {
  const { served, name, namespace } = route;
  if (served.namespaced && namespace === undefined) throw methodNotAllowed();
  switch (request.method) {
    case 'POST':
      if (name !== undefined) throw methodNotAllowed();

      return createObject(context, route, request);
    case 'PUT':
      if (name === undefined) throw methodNotAllowed();

      return updateObject(context, { ...route, name }, request);
    case 'PATCH':
      if (name === undefined) throw methodNotAllowed();

      return patchObject(context, { ...route, name }, request);
    case 'DELETE':
      return name === undefined
        ? deleteCollection(context, route, request)
        : deleteObject(context, { ...route, name }, request);
    case 'GET':
      throw methodNotAllowed();
  }
}

interface NamedRoute extends Route {
  readonly name: string;
}

function createObject({ store }: ServerContext, route: Route, request: ApiRequest): ApiResponse {
  const { served } = route;
  const object = placed(route, readBody(request, JSON_FORM));

  return objectAnswer(201, served, request, store.create(served, object, dryRunOf(request)));
}

function updateObject(
  { store }: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ApiResponse {
  const { served, name } = route;
  const object = placed(route, readBody(request, JSON_FORM));
  const { name: given, resourceVersion } = object.metadata;
  if (given !== name) {
    throw badRequest(
      `the name of the object (${typeof given === 'string' ? given : ''}) does not match the name on the URL (${name})`,
    );
  }
  if (!served.builtIn && (resourceVersion === undefined || resourceVersion === '')) {
    if (store.get(served, route) === undefined) throw objectNotFound(served, name);
    throw invalid({ group: served.group, kind: served.kind, name }, [
      {
        field: 'metadata.resourceVersion',
        reason: 'FieldValueInvalid',
        message: 'Invalid value: 0x0: must be specified for an update',
      },
    ]);
  }

  return objectAnswer(200, served, request, store.update(served, object, dryRunOf(request)));
}

function patchObject(
  { store }: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ApiResponse {
  const { served } = route;
  const patch = readBody(request, MERGE_PATCH);

  return objectAnswer(200, served, request, store.patch(served, route, patch, dryRunOf(request)));
}

function deleteObject(
  { store }: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ApiResponse {
  const { served, name } = route;
  const last = store.delete(served, route, { ...deleteOptions(request), ...dryRunOf(request) });
  const waiting = store.get(served, route) !== undefined && dryRunOf(request).dryRun !== true;
  if (served.returnsDeleted || waiting) return objectAnswer(200, served, request, last);
  const { group, plural } = served;

  return jsonAnswer(200, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...(group !== '' && { group }), kind: plural, uid: last.metadata.uid },
  });
}

/** One deletion each; what went answers as a list. */
function deleteCollection(
  { store }: ServerContext,
  route: Route,
  request: ApiRequest,
): ApiResponse {
  const { served } = route;
  const { matches } = readSelection(served, route, readListOptions(request));
  const options = dryRunOf(request);
  const gone = store
    .state(served)
    .table.entries()
    .filter(([, object]) => matches(object))
    .map(([, { metadata }]) => store.delete(served, metadata, options));

  return jsonAnswer(200, {
    kind: served.listKind,
    apiVersion: served.apiVersion,
    metadata: { resourceVersion: String(store.revision) },
    items: gone,
  });
}

function objectAnswer(
  status: number,
  served: ServedResource,
  request: ApiRequest,
  object: StoredObject,
): ApiResponse {
  const representation = negotiate(request.headers['accept'], 'object', served.kind);

  return jsonTextAnswer(status, objectText(object, representation));
}

function readBody(request: ApiRequest, form: string): JsonObject {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const given = type.trim().toLowerCase();
  if (given !== form && !(given === '' && form === JSON_FORM)) {
    throw unsupportedMediaType([form]);
  }

  return parsedBody(request.body ?? '');
}

function parsedBody(text: string): JsonObject {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badRequest('the body of the request is no JSON');
  }
  if (!isJsonObject(body)) throw badRequest('the body of the request is no JSON object');

  return body;
}

/** The object in the namespace of its path. */
function placed(
  { served, namespace }: Route,
  object: JsonObject,
): JsonObject & { readonly metadata: JsonObject } {
  const metadata = object['metadata'] ?? {};
  if (!isJsonObject(metadata)) throw badRequest('metadata is no object');
  const given = metadata['namespace'] ?? '';
  if (given !== '' && given !== namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }

  return { ...object, metadata: served.namespaced ? { ...metadata, namespace } : metadata };
}

function deleteOptions(request: ApiRequest): WriteOptions {
  if (request.body === undefined || request.body === '') return {};
  const preconditions = parsedBody(request.body)['preconditions'] ?? {};
  if (!isJsonObject(preconditions)) throw badRequest('preconditions is no object');
  const { uid, resourceVersion } = preconditions;

  return {
    ...(typeof uid === 'string' && { uid }),
    ...(typeof resourceVersion === 'string' && { resourceVersion }),
  };
}

function dryRunOf({ query }: ApiRequest): WriteOptions {
  return { dryRun: query['dryRun'] === 'All' };
}
