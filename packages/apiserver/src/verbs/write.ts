import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';

import {
  badRequest,
  invalid,
  methodNotAllowed,
  objectNotFound,
} from '../statuses/status-errors.js';
import { type InnerWriteOptions, type WrittenPart } from '../storage/object-store.js';
import { type StoredObject } from '../objects/stored-object.js';
import { withoutFields } from '../objects/without-fields.js';
import { objectText } from '../presentation/representation.js';
import { answer, jsonAnswer, jsonTextAnswer } from '../responses/response.js';
import { applyObject } from './apply.js';
import { listBody } from '../presentation/list-body.js';
import { readListOptions } from '../reading/list-options.js';
import { negotiate } from '../reading/negotiate.js';
import { readObject } from '../requests/object-body.js';
import { readPatch } from '../requests/patch-body.js';
import { type NamedRoute, type Route } from '../requests/route.js';
import { readSelection } from '../reading/selection.js';
import { type ServerContext } from './server-context.js';
import { readDeleteOptions, readWriteOptions } from '../requests/write-options.js';
import { wrongPath } from './unsupported-method.js';

/** Answers POST, PUT, PATCH and DELETE. */
export function writeObjects(
  context: ServerContext,
  route: Route,
  request: ApiRequest,
): ApiResponse {
  const { name } = route;
  const wrong = wrongPath(route, request);
  if (wrong !== undefined) return wrong;
  switch (request.method) {
    case 'POST':
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

function createObject(context: ServerContext, route: Route, request: ApiRequest): ApiResponse {
  const { served } = route;
  const options = readWriteOptions(request, 'CreateOptions');
  const given = readObject(route, request);
  const object = served.hasStatus ? withoutFields(given, ['status']) : given;
  const created = context.store.create(served, object, options);

  return objectAnswer(context, 201, route, request, created);
}

function updateObject(context: ServerContext, route: NamedRoute, request: ApiRequest): ApiResponse {
  const { store } = context;
  const { served, name } = route;
  const options = readWriteOptions(request, 'UpdateOptions');
  const object = readObject(route, request);
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
  const updated = store.update(served, object, { ...options, part: partOf(route) });

  return objectAnswer(context, 200, route, request, updated);
}

function patchObject(context: ServerContext, route: NamedRoute, request: ApiRequest): ApiResponse {
  const { served } = route;
  const given = readPatch(served, request);
  if (given === 'apply') {
    const { created, object } = applyObject(context, route, request, partOf(route));

    return objectAnswer(context, created ? 201 : 200, route, request, object);
  }
  const { patch, applyPatch } = given;
  const forced =
    request.query['force'] === undefined
      ? []
      : [
          {
            field: 'force',
            reason: 'FieldValueForbidden',
            message: 'Forbidden: may not be specified for non-apply patch',
          } as const,
        ];
  const options: InnerWriteOptions = {
    ...readWriteOptions(request, 'PatchOptions', forced),
    part: partOf(route),
    applyPatch,
  };

  return objectAnswer(
    context,
    200,
    route,
    request,
    context.store.patch(served, route, patch, options),
  );
}

function deleteObject(context: ServerContext, route: NamedRoute, request: ApiRequest): ApiResponse {
  const { store } = context;
  const { served, name } = route;
  const options = readDeleteOptions(request);
  const last = store.delete(served, route, { ...options, gracefully: served.endsGracefully });
  const waiting =
    last.metadata.deletionTimestamp !== undefined &&
    (options.dryRun === true || store.get(served, route) !== undefined);
  if (served.returnsDeleted || waiting) return objectAnswer(context, 200, route, request, last);
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
function deleteCollection(context: ServerContext, route: Route, request: ApiRequest): ApiResponse {
  const { served } = route;
  const { store } = context;
  const { matches } = readSelection(served, route, readListOptions(request));
  const representation = negotiate(context, request, served, 'list');
  const options = { ...readDeleteOptions(request), gracefully: served.endsGracefully };
  const { revision } = store;
  const items = store
    .state(served)
    .table.entries()
    .map(([, object]) => object)
    .filter(matches);
  for (const { metadata } of items) store.delete(served, metadata, options);
  const list = { revision, items, continueToken: undefined, remaining: undefined };

  return answer(200, 'application/json', listBody(served, list, representation));
}

/** Which part of the object a write may change. */
function partOf({ served, status }: Route): WrittenPart {
  if (status) return 'status';

  return served.hasStatus ? 'wish' : 'all';
}

function objectAnswer(
  context: ServerContext,
  status: number,
  { served }: Route,
  request: ApiRequest,
  object: StoredObject,
): ApiResponse {
  const representation = negotiate(context, request, served, 'object');

  return jsonTextAnswer(status, objectText(object, representation));
}
