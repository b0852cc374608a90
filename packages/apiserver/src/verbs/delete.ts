import { type ApiRequest } from '@rxkube/protocol';

import { readDeleteOptions } from '../requests/delete-options.js';
import { type NamedRoute } from '../requests/route.js';
import { jsonResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';
import { objectResponse } from './object-response.js';

/**
 * Responds to the DELETE of one object: with the object if it still exists or its kind wants that,
 * else with a Status.
 */
export function deleteObject(
  context: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ServedResponse {
  const { storage, writer } = context;
  const { served, name } = route;
  const options = readDeleteOptions(route, request);
  const last = writer.delete(served, route, {
    ...options,
    fromClient: true,
    gracefully: served.endsGracefully,
  });
  const isWaiting =
    last.metadata.deletionTimestamp !== undefined &&
    (options.dryRun === true || storage.get(served, route) !== undefined);
  if (served.returnsDeleted || isWaiting) return objectResponse(context, 200, route, request, last);
  const { group, plural } = served;

  return jsonResponse(200, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...(group !== '' && { group }), kind: plural, uid: last.metadata.uid },
  });
}
