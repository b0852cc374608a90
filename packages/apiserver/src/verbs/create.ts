import { type ApiRequest } from '@rxkube/protocol';

import { withoutFields } from '../objects/without-fields.js';
import { readObject } from '../requests/object-body.js';
import { readQueryOptions } from '../requests/query-options.js';
import { type Route } from '../requests/route.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';
import { objectResponse } from './object-response.js';

/** Responds to a POST. The status is left out if it is a subresource. */
export function createObject(
  context: ServerContext,
  route: Route,
  request: ApiRequest,
): ServedResponse {
  const { served } = route;
  const options = readQueryOptions(request, 'CreateOptions');
  const incoming = readObject(route, request);
  const object = served.hasStatus ? withoutFields(incoming, ['status']) : incoming;

  return objectResponse(
    context,
    201,
    route,
    request,
    context.writer.create(served, object, options),
  );
}
