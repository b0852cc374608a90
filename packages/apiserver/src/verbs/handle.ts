import { type ApiRequest, isKubeError, isWatch } from '@rxkube/protocol';
import { type Observable, catchError, defer, map, of, throwError } from 'rxjs';

import { discoveryDocument } from '../discovery/discovery-document.js';
import { openApiV2Response } from '../discovery/openapi-v2.js';
import { openApiDocument } from '../discovery/openapi-v3.js';
import { checkListOptions } from '../reading/check-list-options.js';
import { readListOptions, withServerDefaults } from '../reading/list-options.js';
import { negotiate } from '../reading/negotiate.js';
import { bringUpToDate } from '../reading/object-view.js';
import { readSelection } from '../reading/selection.js';
import { type ResourceRegistry } from '../resources/resource-registry.js';
import { withJsonBody } from '../requests/protobuf-body.js';
import { type NamedRoute, type Route, isNamed, routeOf } from '../requests/route.js';
import { failureResponse, jsonResponse, textResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';
import { methodNotAllowed } from '../statuses/status-errors.js';
import { createObject } from './create.js';
import { deleteCollection } from './delete-collection.js';
import { deleteObject } from './delete.js';
import { getObject } from './get.js';
import { listObjects } from './list.js';
import { patchObject } from './patch.js';
import { scaleObject } from './scale.js';
import { unsupportedMethod } from './unsupported-method.js';
import { updateObject } from './update.js';
import { watchObjects } from './watch.js';

const HEALTH_PATHS = ['/healthz', '/readyz', '/livez'];
const SCALE_METHODS: readonly string[] = ['GET', 'PUT', 'PATCH'];

/**
 * Responds to one request, from a socket or from the transport. A refusal is a response as well.
 */
export function handle(context: ServerContext, request: ApiRequest): Observable<ServedResponse> {
  return defer(() => {
    bringUpToDate(context);

    return respond(context, request);
  }).pipe(
    catchError((error: unknown) =>
      isKubeError(error) && error._tag === 'StatusError'
        ? of(failureResponse(error))
        : throwError(() => error),
    ),
  );
}

function respond(context: ServerContext, request: ApiRequest): Observable<ServedResponse> {
  const { registry } = context;
  const { method, path } = request;
  const document = documentResponse(registry, request);
  if (document !== undefined) {
    if (method !== 'GET') throw methodNotAllowed();

    return of(document);
  }
  const route = routeOf(registry, path);
  if (route === undefined) return of(textResponse(404, '404 page not found\n'));
  if (route.scale && isNamed(route) && SCALE_METHODS.includes(method)) {
    return withJsonBody(route, request).pipe(
      map((readable) => scaleObject(context, route, readable)),
    );
  }
  if (method === 'GET') return read(context, route, request);

  return withJsonBody(route, request).pipe(map((readable) => write(context, route, readable)));
}

/** Responds to the paths that are about the server itself, not about objects. */
function documentResponse(
  registry: ResourceRegistry,
  request: ApiRequest,
): ServedResponse | undefined {
  const { path } = request;
  if (HEALTH_PATHS.includes(path)) return textResponse(200, 'ok');
  const openApiV2 = openApiV2Response(registry, request);
  if (openApiV2 !== undefined) return openApiV2;
  const document = discoveryDocument(registry, path) ?? openApiDocument(registry, path);

  return document === undefined ? undefined : jsonResponse(200, document);
}

function read(
  context: ServerContext,
  route: Route,
  request: ApiRequest,
): Observable<ServedResponse> {
  const { served, name } = route;
  // A path of one object reads that object, whatever the query says.
  const watch = route.watch || (name === undefined && isWatch(request));
  if (!watch && isNamed(route)) return getObject(context, route, request);
  const representation = negotiate(context, request, served, watch ? 'object' : 'list');
  const options = withServerDefaults({ ...readListOptions(request), watch }, context.watchList);
  const selection = readSelection(served, route, options);
  checkListOptions(options, context.watchList);

  return watch
    ? of(watchObjects(context, { request, served, selection, representation, options }))
    : listObjects(context, served, selection, options, representation);
}

function write(context: ServerContext, route: Route, request: ApiRequest): ServedResponse {
  const unsupported = unsupportedMethod(route, request);
  if (unsupported !== undefined) return unsupported;
  switch (request.method) {
    case 'POST':
      return createObject(context, route, request);
    case 'PUT':
      return updateObject(context, named(route), request);
    case 'PATCH':
      return patchObject(context, named(route), request);
    case 'DELETE':
      return isNamed(route)
        ? deleteObject(context, route, request)
        : deleteCollection(context, route, request);
    case 'GET':
      throw methodNotAllowed();
  }
}

function named(route: Route): NamedRoute {
  if (!isNamed(route)) throw methodNotAllowed();

  return route;
}
