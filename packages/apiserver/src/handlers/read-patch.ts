import { type ApiRequest } from '@rxkube/protocol';

import { badRequest, unsupportedMediaType } from '../store/failures.js';
import { isJsonObject } from '../store/json-object.js';
import { jsonPatch } from '../store/json-patch.js';
import { mergePatch } from '../store/merge-patch.js';
import { type ServedResource } from '../store/served-resource.js';
import { strategicMergePatch } from '../store/strategic-merge-patch.js';
import { jsonBody } from './json-body.js';

/** What a PATCH brings. */
export interface GivenPatch {
  readonly patch: unknown;
  /** How it changes an object. */
  readonly applyPatch: (target: unknown, patch: unknown) => unknown;
}

const JSON_PATCH = 'application/json-patch+json';
const FORMS: ReadonlyMap<string, GivenPatch['applyPatch']> = new Map([
  [JSON_PATCH, jsonPatch],
  ['application/merge-patch+json', mergePatch],
]);
/** What needs to know the fields of a kind, so it is for built-in kinds alone. */
const BUILT_IN_FORMS: typeof FORMS = new Map([
  ...FORMS,
  ['application/strategic-merge-patch+json', strategicMergePatch],
]);

/**
 * Reads the body of a PATCH.
 *
 * @throws StatusError 415 where the resource cannot be patched in that form, 400 for a body that is none.
 */
export function readPatch(served: ServedResource, request: ApiRequest): GivenPatch {
  const forms = served.builtIn ? BUILT_IN_FORMS : FORMS;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const form = type.trim().toLowerCase();
  const applyPatch = forms.get(form);
  if (applyPatch === undefined) throw unsupportedMediaType([...forms.keys()]);
  const patch = jsonBody(request.body ?? '');
  if (form !== JSON_PATCH && !isJsonObject(patch)) {
    throw badRequest('the body of the request is no JSON object');
  }

  return { patch, applyPatch };
}
