import { type ApiRequest } from '@rxkube/protocol';

import { type FieldProblem, badRequest } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { type WrittenPart } from '../storage/object-store.js';
import { type StoredObject } from '../objects/stored-object.js';
import { placed } from '../requests/object-body.js';
import { type NamedRoute } from '../requests/route.js';
import { type ServerContext } from './server-context.js';
import { readWriteOptions } from '../requests/write-options.js';
import { yamlBody } from '../requests/yaml-body.js';

/**
 * Does a server-side apply: creates the object, or merges the wish of one manager with those of the others.
 *
 * @throws StatusError 422 without a field manager, 400 for a wish that is not about this object, 409 for conflicts.
 */
export function applyObject(
  { store }: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
  part: WrittenPart,
): { readonly created: boolean; readonly object: StoredObject } {
  const { served, name } = route;
  const { fieldManager = '', force = '' } = request.query;
  const missing: readonly FieldProblem[] =
    fieldManager === ''
      ? [
          {
            field: 'fieldManager',
            reason: 'FieldValueRequired',
            message: 'Required value: is required for apply patch',
          },
        ]
      : [];
  const options = readWriteOptions(request, 'PatchOptions', missing);
  const body = yamlBody(request.body ?? '');
  const wish = isJsonObject(body) ? body : {};
  const { apiVersion = '', kind = '' } = wish;
  if (apiVersion !== served.apiVersion || kind !== served.kind) {
    throw badRequest(`invalid object type: ${kindText(String(apiVersion), String(kind))}`);
  }
  const object = placed(route, wish);
  const { name: given, managedFields } = object.metadata;
  if (given === undefined || given === '') {
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (given !== name) {
    throw badRequest(
      `the name of the object (${typeof given === 'string' ? given : ''}) does not match the name on the URL (${name})`,
    );
  }
  if (Array.isArray(managedFields) && managedFields.length > 0) {
    throw badRequest('metadata.managedFields must be nil');
  }

  return store.apply(served, route, object, {
    ...options,
    part,
    force: !['', '0', 'false'].includes(force.toLowerCase()),
  });
}

/** A kind as Go writes it: `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`. */
function kindText(apiVersion: string, kind: string): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}
