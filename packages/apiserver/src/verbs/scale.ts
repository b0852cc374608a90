import { type ApiRequest } from '@rxkube/protocol';

import { isJsonObject } from '../objects/json-object.js';
import { jsonType } from '../objects/json-type.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { readObject } from '../requests/object-body.js';
import { readPatch } from '../requests/patch-body.js';
import { readQueryOptions } from '../requests/query-options.js';
import { type NamedRoute } from '../requests/route.js';
import { type ScalePaths, type ServedResource } from '../resources/served-resource.js';
import { jsonResponse } from '../responses/response.js';
import { type ServedResponse } from '../responses/served-response.js';
import { type ServerContext } from '../server-context.js';
import {
  badRequest,
  internalError,
  invalid,
  objectNotFound,
  unsupportedMediaType,
} from '../statuses/status-errors.js';
import { jsonPath } from '../tables/json-path.js';
import { selectorText } from '../tables/label-text.js';

/**
 * Responds to `/scale`: reads or writes the number of replicas, in one form for all kinds.
 *
 * @throws StatusError 422 for a negative number.
 */
export function scaleObject(
  { storage, writer }: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ServedResponse {
  const { served, name } = route;
  const { scale: paths } = served;
  const found = storage.get(served, route);
  if (found === undefined || paths === undefined) throw objectNotFound(served, name);
  const { method } = request;
  const isUnknown = !served.builtIn && jsonPath(paths.specReplicas)(found).length === 0;
  if (isUnknown && method === 'GET') throw internalError(missingReplicas(paths));
  const shown = scaleOf(found, paths);
  if (method === 'GET') return jsonResponse(200, shown);
  const isUpdate = method === 'PUT';
  const options = readQueryOptions(request, isUpdate ? 'UpdateOptions' : 'PatchOptions');
  const scale = isUpdate ? readObject(route, request) : patched(route, request, shown);
  if (isUnknown && method === 'PATCH' && jsonPath('.spec.replicas')(scale).length === 0) {
    throw badRequest(missingReplicas(paths));
  }
  const replicas = replicasOf(served, scale, name);
  const metadata = isJsonObject(scale['metadata']) ? scale['metadata'] : {};
  const { resourceVersion } = metadata;
  const changes = {
    ...patchOf(paths.specReplicas, replicas),
    ...(typeof resourceVersion === 'string' && { metadata: { resourceVersion } }),
  };

  return jsonResponse(
    200,
    scaleOf(
      writer.patch(served, route, changes, {
        ...options,
        subresource: 'scale',
        ownsNothing: replicas === 0,
      }),
      paths,
    ),
  );
}

function missingReplicas({ specReplicas }: ScalePaths): string {
  return `the spec replicas field ${JSON.stringify(specReplicas)} does not exist`;
}

function scaleOf(object: StoredObject, paths: ScalePaths): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const count = (path: string): number => {
    const [value] = jsonPath(path)(object);

    return typeof value === 'number' ? value : 0;
  };
  const desired = count(paths.specReplicas);
  const [selector] = paths.selector === undefined ? [] : jsonPath(paths.selector)(object);
  const text = typeof selector === 'string' ? selector : selectorText(selector, '');

  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: desired === 0 ? {} : { replicas: desired },
    status: { replicas: count(paths.statusReplicas), ...(text !== '' && { selector: text }) },
  };
}

function replicasOf(served: ServedResource, scale: JsonObject, name: string): number {
  const [replicas = 0] = jsonPath('.spec.replicas')(scale);
  if (typeof replicas !== 'number' || !Number.isInteger(replicas)) {
    throw badRequest(`spec.replicas must be a whole number, got ${jsonType(replicas)}`);
  }
  if (replicas < 0) {
    throw invalid({ group: 'autoscaling', kind: 'Scale', name }, [
      {
        // The path of a definition begins with a dot.
        field: served.builtIn ? 'spec.replicas' : '.spec.replicas',
        reason: 'FieldValueInvalid',
        message: `Invalid value: ${String(replicas)}: must be greater than or equal to 0`,
      },
    ]);
  }

  return replicas;
}

function patched({ served }: NamedRoute, request: ApiRequest, shown: JsonObject): JsonObject {
  const incoming = readPatch(served, request);
  if (incoming === 'apply') {
    throw unsupportedMediaType(['application/json-patch+json', 'application/merge-patch+json']);
  }
  const scale = incoming.applyPatch(shown, incoming.patch);
  if (!isJsonObject(scale))
    throw badRequest(`the result of the patch must be an object, got ${jsonType(scale)}`);

  return scale;
}

/** Makes a merge patch that writes one value. */
function patchOf(path: string, value: number): JsonObject {
  const [first = '', ...rest] = path.split('.').filter((name) => name !== '');

  return { [first]: rest.reduceRight<unknown>((inside, name) => ({ [name]: inside }), value) };
}
