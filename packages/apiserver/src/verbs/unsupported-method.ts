import { type ApiRequest } from '@rxkube/protocol';

import { readPatch } from '../requests/patch-body.js';
import { type Route } from '../requests/route.js';
import { textResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { badRequest, methodNotAllowed, notSupported } from '../statuses/status-errors.js';

const VERBS: Readonly<Record<string, string>> = { POST: 'create', DELETE: 'delete' };

/**
 * Refuses a write to a path that is served but does not have the method. Returns `undefined` for a
 * path that has it.
 *
 * A real server uses another handler for custom resources: there a POST creates whatever the path
 * is, and other methods report that the path names no object.
 */
export function unsupportedMethod(route: Route, request: ApiRequest): ServedResponse | undefined {
  const { served, name, namespace, status, scale } = route;
  const { method } = request;
  const part = status || scale;
  if (served.namespaced && namespace === undefined) {
    if (served.builtIn) throw methodNotAllowed();

    return textResponse(404, '404 page not found\n');
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
