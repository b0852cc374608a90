import { type ApiRequest } from '@rxkube/protocol';

import { type JsonObject } from '../objects/stored-object.js';
import { withoutFields } from '../objects/without-fields.js';
import { type IncomingBody, readObject } from '../requests/object-body.js';
import { readQueryOptions } from '../requests/query-options.js';
import { type NamedRoute, writtenPart } from '../requests/route.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';
import { badRequest, conflict, invalid, objectNotFound } from '../statuses/status-errors.js';
import { objectResponse } from './object-response.js';

/**
 * Responds to a PUT.
 *
 * @throws StatusError 400 if the name in the object is not that of the path, 422 without a version that the
 *   resource requires.
 */
export function updateObject(
  context: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ServedResponse {
  const { served, name } = route;
  const options = readQueryOptions(request, 'UpdateOptions');
  const object = readObject(route, request);
  const { name: incomingName, resourceVersion } = object.metadata;
  if (incomingName !== name) {
    throw badRequest(
      `the name of the object (${typeof incomingName === 'string' ? incomingName : ''}) does not match the name on the URL (${name})`,
    );
  }
  const exists = context.storage.get(served, route) !== undefined;
  if (!exists && createsOnUpdate(served) && !route.status) {
    requireNoUid(served, object);
    return objectResponse(
      context,
      201,
      route,
      request,
      context.writer.create(served, withoutStatus(served, withoutVersion(object)), options),
    );
  }
  if (served.updatesByVersion && ['', '0', undefined].some((none) => none === resourceVersion)) {
    if (!exists) throw objectNotFound(served, name);
    // Here a real server names the resource instead of the kind.
    throw invalid({ group: served.group, kind: served.plural, name }, [
      {
        field: 'metadata.resourceVersion',
        reason: 'FieldValueInvalid',
        message: 'Invalid value: 0: must be specified for an update',
      },
    ]);
  }
  const part = writtenPart(route);

  return objectResponse(
    context,
    200,
    route,
    request,
    context.writer.update(served, object, { ...options, part }),
  );
}

/** Whether a PUT of an object that does not exist creates it. */
function createsOnUpdate({ group, plural }: ServedResource): boolean {
  const name = `${group}/${plural}`;

  return ['/services', '/events', 'coordination.k8s.io/leases'].includes(name);
}

/** A PUT that creates cannot replace the object that its uid names. */
function requireNoUid(served: ServedResource, { metadata: { name, uid } }: IncomingBody): void {
  if (uid === undefined) return;
  throw conflict(
    served,
    String(name),
    `Precondition failed: UID in precondition: ${typeof uid === 'string' ? uid : ''}, UID in object meta: `,
  );
}

/** A PUT that creates may name the version of an object that is gone. */
function withoutVersion(object: IncomingBody): JsonObject {
  return { ...object, metadata: withoutFields(object.metadata, ['resourceVersion']) };
}

function withoutStatus({ hasStatus }: ServedResource, object: JsonObject): JsonObject {
  return hasStatus ? withoutFields(object, ['status']) : object;
}
