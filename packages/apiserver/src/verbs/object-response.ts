import { type ApiRequest } from '@rxkube/protocol';

import { type StoredObject } from '../objects/stored-object.js';
import { objectText } from '../presentation/representation.js';
import { negotiate } from '../reading/negotiate.js';
import { type Route } from '../requests/route.js';
import { jsonTextResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';

/** Responds to a write with an object, in the form that the client accepts. */
export function objectResponse(
  context: ServerContext,
  status: number,
  { served }: Route,
  request: ApiRequest,
  object: StoredObject,
): ServedResponse {
  const representation = negotiate(context, request, served, 'object');

  return jsonTextResponse(status, objectText(object, representation));
}
