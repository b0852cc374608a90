import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';

import {
  badRequest,
  invalid,
  objectNotFound,
  unsupportedMediaType,
} from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { type ScalePaths } from '../resources/served-resource.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { jsonPath } from '../tables/json-path.js';
import { selectorText } from '../tables/label-text.js';
import { jsonAnswer } from '../responses/response.js';
import { readObject } from '../requests/object-body.js';
import { readPatch } from '../requests/patch-body.js';
import { type NamedRoute } from '../requests/route.js';
import { type ServerContext } from './server-context.js';
import { readWriteOptions } from '../requests/write-options.js';

/**
 * Answers `/scale`: how many replicas an object wants and has, in one form for all kinds.
 *
 * @throws StatusError 422 for fewer than none.
 */
export function scaleObject(
  { store }: ServerContext,
  route: NamedRoute,
  request: ApiRequest,
): ApiResponse {
  const { served, name } = route;
  const { scale } = served;
  const found = store.get(served, route);
  if (found === undefined || scale === undefined) throw objectNotFound(served, name);
  const shown = scaleOf(found, scale);
  if (request.method === 'GET') return jsonAnswer(200, shown);
  const isUpdate = request.method === 'PUT';
  const options = readWriteOptions(request, isUpdate ? 'UpdateOptions' : 'PatchOptions');
  const wanted = isUpdate ? readObject(route, request) : patched(route, request, shown);
  const replicas = jsonPath('.spec.replicas')(wanted)[0] ?? 0;
  if (typeof replicas !== 'number' || !Number.isInteger(replicas)) {
    throw badRequest('spec.replicas is no whole number');
  }
  if (replicas < 0) {
    throw invalid({ group: 'autoscaling', kind: 'Scale', name }, [
      {
        field: 'spec.replicas',
        reason: 'FieldValueInvalid',
        message: `Invalid value: ${String(replicas)}: must be greater than or equal to 0`,
      },
    ]);
  }
  const metadata = isJsonObject(wanted['metadata']) ? wanted['metadata'] : {};
  const { resourceVersion } = metadata;
  const wish = {
    ...wishAt(scale.specReplicas, replicas),
    ...(typeof resourceVersion === 'string' && { metadata: { resourceVersion } }),
  };
  const written = store.patch(served, route, wish, options);

  return jsonAnswer(200, scaleOf(written, scale));
}

function scaleOf(object: StoredObject, paths: ScalePaths): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const count = (path: string): number => {
    const [value] = jsonPath(path)(object);

    return typeof value === 'number' ? value : 0;
  };
  const [selector] = paths.selector === undefined ? [] : jsonPath(paths.selector)(object);
  const text = typeof selector === 'string' ? selector : selectorText(selector, '');

  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: count(paths.specReplicas) },
    status: { replicas: count(paths.statusReplicas), ...(text !== '' && { selector: text }) },
  };
}

function patched({ served }: NamedRoute, request: ApiRequest, shown: JsonObject): JsonObject {
  const given = readPatch(served, request);
  if (given === 'apply') {
    throw unsupportedMediaType(['application/json-patch+json', 'application/merge-patch+json']);
  }
  const scale = given.applyPatch(shown, given.patch);
  if (!isJsonObject(scale)) throw badRequest('the patch leaves no object');

  return scale;
}

/** A merge patch that writes one value. */
function wishAt(path: string, value: number): JsonObject {
  const [first = '', ...rest] = path.split('.').filter((name) => name !== '');

  return { [first]: rest.reduceRight<unknown>((inside, name) => ({ [name]: inside }), value) };
}
