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
import { type InnerWriteOptions, type WrittenPart } from '../store/object-store.js';
import { type ServedResource } from '../store/served-resource.js';
import { type JsonObject, type StoredObject } from '../store/stored-object.js';
import { withoutFields } from '../store/without-fields.js';
import { objectText } from '../watch-cache/representation.js';
import { answer, jsonAnswer, jsonTextAnswer } from './answer.js';
import { listBody } from './list-body.js';
import { jsonBody } from './json-body.js';
import { readListOptions } from './list-options.js';
import { negotiate } from './negotiate.js';
import { readPatch } from './read-patch.js';
import { type Route } from './route.js';
import { readSelection } from './selection.js';
import { type ServerContext } from './server-context.js';

const JSON_FORM = 'application/json';

/** Answers POST, PUT, PATCH and DELETE. */
export function writeObjects(
  context: ServerContext,
  route: Route,
  request: ApiRequest,
): ApiResponse {
  const { served, name, namespace, status } = route;
  if (served.namespaced && namespace === undefined) throw methodNotAllowed();
  if (status && request.method === 'DELETE') throw methodNotAllowed();
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
  const given = placed(route, readBody(request, JSON_FORM));
  const object = served.hasStatus ? withoutFields(given, ['status']) : given;
  const options = dryRunOf(request);
  const created = store.create(served, object, options);
  if (options.dryRun !== true) return objectAnswer(201, served, request, created);
  // What has not been written has no version.
  const metadata = withoutFields(created.metadata, ['resourceVersion']);

  return jsonAnswer(201, { ...created, metadata });
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
    // Here a real server names the resource where it should name the kind.
    throw invalid({ group: served.group, kind: served.plural, name }, [
      {
        field: 'metadata.resourceVersion',
        reason: 'FieldValueInvalid',
        message: 'Invalid value: 0: must be specified for an update',
      },
    ]);
  }

  const options = { ...dryRunOf(request), part: partOf(route) };

  return objectAnswer(200, served, request, store.update(served, object, options));
}

function patchObject(
  { store }: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ApiResponse {
  const { served } = route;
  const { patch, applyPatch } = readPatch(served, request);
  const options = { ...dryRunOf(request), part: partOf(route), applyPatch };

  return objectAnswer(200, served, request, store.patch(served, route, patch, options));
}

function deleteObject(
  { store }: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ApiResponse {
  const { served, name } = route;
  const last = store.delete(served, route, {
    ...deleteOptions(request),
    ...dryRunOf(request),
    gracefully: served.endsGracefully,
  });
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

/** One deletion each; the answer is the list of them as they were before. */
function deleteCollection(
  { store }: ServerContext,
  route: Route,
  request: ApiRequest,
): ApiResponse {
  const { served } = route;
  const { matches } = readSelection(served, route, readListOptions(request));
  const representation = negotiate(request.headers['accept'], 'list', served.kind);
  const options = {
    ...deleteOptions(request),
    ...dryRunOf(request),
    gracefully: served.endsGracefully,
  };
  const { revision } = store;
  const items = store
    .state(served)
    .table.entries()
    .map(([, object]) => object)
    .filter(matches);
  for (const { metadata } of items) store.delete(served, metadata, options);
  const list = { revision, items, continueToken: undefined, remaining: undefined };

  return answer(200, JSON_FORM, listBody(served, list, representation));
}

/** Which part of the object a write may change. */
function partOf({ served, status }: Route): WrittenPart {
  if (status) return 'status';

  return served.hasStatus ? 'wish' : 'all';
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
  const body = jsonBody(text);
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

function deleteOptions(request: ApiRequest): InnerWriteOptions {
  if (request.body === undefined || request.body === '') return {};
  const { preconditions = {}, gracePeriodSeconds } = parsedBody(request.body);
  if (!isJsonObject(preconditions)) throw badRequest('preconditions is no object');
  const { uid, resourceVersion } = preconditions;

  return {
    ...(typeof uid === 'string' && { uid }),
    ...(typeof resourceVersion === 'string' && { resourceVersion }),
    ...(typeof gracePeriodSeconds === 'number' && { gracePeriodSeconds }),
  };
}

function dryRunOf({ query }: ApiRequest): InnerWriteOptions {
  return { dryRun: query['dryRun'] === 'All' };
}
