import { type ApiRequest, isKubeError, isWatch } from '@rxkube/protocol';
import { type Observable, catchError, defer, map, of, throwError } from 'rxjs';

import { methodNotAllowed, objectNotFound } from '../statuses/status-errors.js';
import { objectText } from '../presentation/representation.js';
import { failureAnswer, jsonAnswer, jsonTextAnswer, textAnswer } from '../responses/response.js';
import { checkListOptions } from '../reading/check-list-options.js';
import { openApiV2Answer } from '../discovery/openapi-v2.js';
import { openApiDocument } from '../discovery/openapi-v3.js';
import { discoveryDocument } from '../discovery/discovery-document.js';
import { reached } from '../reading/freshness.js';
import { listObjects } from './list.js';
import { type ListOptions, readListOptions } from '../reading/list-options.js';
import { negotiate } from '../reading/negotiate.js';
import { cacheProblem, sourceOf } from '../reading/read-source.js';
import { askedRevision } from '../reading/requested-revision.js';
import { type Route, routeOf } from '../requests/route.js';
import { scaleObject } from './scale.js';
import { readSelection } from '../reading/selection.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from './server-context.js';
import { watchObjects } from './watch.js';
import { writeObjects } from './write.js';

const SCALE_METHODS: readonly string[] = ['GET', 'PUT', 'PATCH'];

/** Answers one request: the one core behind both ways in. Refusals are answers as well. */
export function handle(context: ServerContext, request: ApiRequest): Observable<ServedResponse> {
  return defer(() => dispatch(context, request)).pipe(
    catchError((error: unknown) =>
      isKubeError(error) && error._tag === 'StatusError'
        ? of(failureAnswer(error))
        : throwError(() => error),
    ),
  );
}

function dispatch(context: ServerContext, request: ApiRequest): Observable<ServedResponse> {
  const { registry } = context.store;
  const { method, path } = request;
  if (['/healthz', '/readyz', '/livez'].includes(path)) {
    if (method !== 'GET') throw methodNotAllowed();

    return of(textAnswer(200, 'ok'));
  }
  const oldOpenApi = openApiV2Answer(registry, request);
  if (oldOpenApi !== undefined) {
    if (method !== 'GET') throw methodNotAllowed();

    return of(oldOpenApi);
  }
  const document = discoveryDocument(registry, path) ?? openApiDocument(registry, path);
  if (document !== undefined) {
    if (method !== 'GET') throw methodNotAllowed();

    return of(jsonAnswer(200, document));
  }
  const route = routeOf(registry, path);
  if (route === undefined) return of(textAnswer(404, '404 page not found\n'));
  if (route.scale && route.name !== undefined && SCALE_METHODS.includes(method)) {
    return of(scaleObject(context, { ...route, name: route.name }, request));
  }
  if (method !== 'GET') return of(writeObjects(context, route, request));

  return read(context, route, request);
}

function read(
  context: ServerContext,
  route: Route,
  request: ApiRequest,
): Observable<ServedResponse> {
  const { served, name } = route;
  // One object under its own path is read, whatever the query says.
  const watch = route.watch || (name === undefined && isWatch(request));
  const subject = watch || name !== undefined ? 'object' : 'list';
  const representation = negotiate(context, request, served, subject);
  if (!watch && name !== undefined) return getObject(context, { ...route, name }, request);
  const options = withDefaults({ ...readListOptions(request), watch }, context.watchList);
  const selection = readSelection(served, route, options);
  checkListOptions(options, context.watchList);
  if (watch) {
    return of(watchObjects(context, { request, served, selection, representation, options }));
  }

  return listObjects(context, served, selection, options, representation).pipe(map(compressible));
}

function getObject(
  context: ServerContext,
  route: Route & { readonly name: string },
  request: ApiRequest,
): Observable<ServedResponse> {
  const { served, name } = route;
  const { store } = context;
  const representation = negotiate(context, request, served, 'object');
  const { resourceVersion = '' } = request.query;
  const latest = resourceVersion === '';
  const asked = askedRevision(latest ? '0' : resourceVersion, 'other');
  // The store knows the latest, and steps in for a cache that is filled anew.
  const source = latest || cacheProblem(context, served) !== undefined ? 'store' : sourceOf(served);

  return reached(context, served, source, asked).pipe(
    map(() => {
      const object = source === 'store' ? store.get(served, route) : store.cached(served, route);
      if (object === undefined) throw objectNotFound(served, name);

      return jsonTextAnswer(200, objectText(object, representation));
    }),
    map(compressible),
  );
}

function compressible(response: ServedResponse): ServedResponse {
  return { ...response, gzip: 'whole' };
}

/** A server with streaming lists sends them to old clients as well, where these start from nothing. */
function withDefaults(options: ListOptions, watchList: boolean): ListOptions {
  const { resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  const unversioned = resourceVersion === '' || resourceVersion === '0';

  return options.watch &&
    watchList &&
    unversioned &&
    sendInitialEvents === undefined &&
    resourceVersionMatch === ''
    ? { ...options, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
    : options;
}
