import { type ApiRequest } from '@rxkube/protocol';

import { listBody } from '../presentation/list-body.js';
import { readListOptions } from '../reading/list-options.js';
import { negotiate } from '../reading/negotiate.js';
import { readSelection } from '../reading/selection.js';
import { readDeleteOptions } from '../requests/delete-options.js';
import { type Route } from '../requests/route.js';
import { bodyResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';

/**
 * Responds to the DELETE of a collection: deletes each object, and lists them as they were before.
 */
export function deleteCollection(
  context: ServerContext,
  route: Route,
  request: ApiRequest,
): ServedResponse {
  const { served } = route;
  const { storage, writer } = context;
  const { matches } = readSelection(served, route, readListOptions(request));
  const representation = negotiate(context, request, served, 'list');
  const options = {
    ...readDeleteOptions(route, request),
    fromClient: true,
    gracefully: served.endsGracefully,
  };
  const { revision } = storage;
  const items = storage
    .table(served)
    .entries()
    .map(([, object]) => object)
    .filter(matches);
  for (const { metadata } of items) writer.delete(served, metadata, options);
  const list = { revision, items, continueToken: undefined, remaining: undefined };

  return bodyResponse(200, 'application/json', listBody(served, list, representation));
}
