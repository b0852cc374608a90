import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';

import { badRequest, methodNotAllowed, notSupported } from '../statuses/status-errors.js';
import { textAnswer } from '../responses/response.js';
import { readPatch } from '../requests/patch-body.js';
import { type Route } from '../requests/route.js';

const VERBS: Readonly<Record<string, string>> = { POST: 'create', DELETE: 'delete' };

/**
 * Answers a write to a path that is served and does not have that method; `undefined` where it has.
 *
 * A real server answers for custom resources out of another handler than for its own: a POST creates wherever it goes,
 * and other methods miss the name that the path does not give.
 */
export function wrongPath(route: Route, request: ApiRequest): ApiResponse | undefined {
  const { served, name, namespace, status, scale } = route;
  const { method } = request;
  const part = status || scale;
  if (served.namespaced && namespace === undefined) {
    if (served.builtIn) throw methodNotAllowed();

    return textAnswer(404, '404 page not found\n');
  }
  if (method === 'DELETE') {
    if (!part && (name !== undefined || served.deletesMany)) return undefined;
  } else if (method === 'POST') {
    if (name === undefined || (!served.builtIn && !part)) return undefined;
  } else if (name !== undefined) {
    return undefined;
  }
  if (served.builtIn) throw methodNotAllowed();
  const verb = VERBS[method];
  if (part && verb !== undefined) throw notSupported(served, verb);
  if (method === 'PATCH') readPatch(served, request);
  throw badRequest('name must be provided');
}
