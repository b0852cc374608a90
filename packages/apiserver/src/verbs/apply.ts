import { type ApiRequest } from '@rxkube/protocol';

import { isJsonObject } from '../objects/json-object.js';
import { type IncomingBody, inNamespaceOf } from '../requests/object-body.js';
import { readQueryOptions } from '../requests/query-options.js';
import { type NamedRoute, writtenPart } from '../requests/route.js';
import { yamlBody } from '../requests/yaml-body.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';
import { type FieldProblem, badRequest } from '../statuses/status-errors.js';
import { objectResponse } from './object-response.js';

const MANAGER_PROBLEM: FieldProblem = {
  field: 'fieldManager',
  reason: 'FieldValueRequired',
  message: 'Required value: is required for apply patch',
};

/**
 * Responds to a server-side apply: creates the object, or merges the configuration of one manager
 * into it.
 *
 * @throws StatusError 422 without a field manager, 400 for a configuration of another object, 409
 *   for conflicts.
 */
export function applyObject(
  context: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ServedResponse {
  const { fieldManager = '', force = '' } = request.query;
  const problems = fieldManager === '' ? [MANAGER_PROBLEM] : [];
  const options = readQueryOptions(request, 'PatchOptions', problems);
  const isKnown = context.storage.get(route.served, route) !== undefined;
  const configuration = readConfiguration(route, request.body ?? '', isKnown);
  const { created, object } = context.writer.apply(route.served, route, configuration, {
    ...options,
    part: writtenPart(route),
    force: !['', '0', 'false'].includes(force.toLowerCase()),
  });

  return objectResponse(context, created ? 201 : 200, route, request, object);
}

/**
 * Reads the body as a configuration of the object that the path names.
 *
 * @param isKnown whether the object exists, so that the configuration need not repeat its name
 */
function readConfiguration(route: NamedRoute, text: string, isKnown: boolean): IncomingBody {
  const { served, name } = route;
  const body = yamlBody(text);
  const configuration = isJsonObject(body) ? body : {};
  const { apiVersion = '', kind = '' } = configuration;
  if (apiVersion !== served.apiVersion || kind !== served.kind) {
    throw badRequest(`invalid object type: ${kindText(String(apiVersion), String(kind))}`);
  }
  const object = inNamespaceOf(route, configuration);
  const { name: incomingName, managedFields } = object.metadata;
  const isNameless = incomingName === undefined || incomingName === '';
  if (isNameless && !isKnown) {
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (!isNameless && incomingName !== name) {
    throw badRequest(
      `the name of the object (${typeof incomingName === 'string' ? incomingName : ''}) does not match the name on the URL (${name})`,
    );
  }
  if (Array.isArray(managedFields) && managedFields.length > 0) {
    throw badRequest('metadata.managedFields must be nil');
  }

  return isNameless ? { ...object, metadata: { ...object.metadata, name } } : object;
}

/** Formats a kind as Go does: `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`. */
function kindText(apiVersion: string, kind: string): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}
