import { type ApiRequest } from '@rxkube/protocol';

import { readPatch } from '../requests/patch-body.js';
import { readQueryOptions } from '../requests/query-options.js';
import { type NamedRoute, writtenPart } from '../requests/route.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';
import { type FieldProblem } from '../statuses/status-errors.js';
import { applyObject } from './apply.js';
import { objectResponse } from './object-response.js';

const FORCE_PROBLEM: FieldProblem = {
  field: 'force',
  reason: 'FieldValueForbidden',
  message: 'Forbidden: may not be specified for non-apply patch',
};

/** Responds to a PATCH, which may be a server-side apply. */
export function patchObject(
  context: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ServedResponse {
  const { served } = route;
  const incoming = readPatch(served, request);
  if (incoming === 'apply') return applyObject(context, route, request);
  const { patch, applyPatch } = incoming;
  const problems = request.query['force'] === undefined ? [] : [FORCE_PROBLEM];
  const options = {
    ...readQueryOptions(request, 'PatchOptions', problems),
    part: writtenPart(route),
    applyPatch,
  };

  return objectResponse(
    context,
    200,
    route,
    request,
    context.writer.patch(served, route, patch, options),
  );
}
