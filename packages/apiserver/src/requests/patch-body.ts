import { type ApiRequest } from '@rxkube/protocol';

import { badRequest, unsupportedMediaType, unsupportedPatch } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { jsonType } from '../objects/json-type.js';
import { jsonPatch } from '../patches/json-patch.js';
import { mergePatch } from '../patches/merge-patch.js';
import { type ServedResource } from '../resources/served-resource.js';
import { strategicMergePatch } from '../patches/strategic-merge-patch.js';
import { jsonBody } from './json-body.js';
import { mediaTypeOf } from './media-type.js';

/** The body of a PATCH. */
export interface IncomingPatch {
  readonly patch: unknown;
  /** Changes an object by the patch. */
  readonly applyPatch: (target: unknown, patch: unknown) => unknown;
}

const JSON_PATCH = 'application/json-patch+json';
type Form = readonly [type: string, apply: IncomingPatch['applyPatch'] | 'apply'];
/** The configuration of one manager, which is merged with those of the others. */
const APPLY: Form = ['application/apply-patch+yaml', 'apply'];
const COMMON: readonly Form[] = [
  [JSON_PATCH, jsonPatch],
  ['application/merge-patch+json', mergePatch],
];
const FORMS: ReadonlyMap<string, Form[1]> = new Map([...COMMON, APPLY]);
/** The forms of built-in kinds. One of them needs to know the fields of the kind. */
const BUILT_IN_FORMS: typeof FORMS = new Map([
  ...COMMON,
  ['application/strategic-merge-patch+json', strategicMergePatch] as const,
  APPLY,
]);

/**
 * Reads the body of a PATCH. Returns `'apply'` for a server-side apply, whose body stays unread.
 *
 * @throws StatusError 415 if the resource has no patches of that form, 400 for a body that cannot
 *   be read.
 */
export function readPatch(served: ServedResource, request: ApiRequest): IncomingPatch | 'apply' {
  const forms = served.builtIn ? BUILT_IN_FORMS : FORMS;
  const form = mediaTypeOf(request);
  const applyPatch = forms.get(form);
  if (applyPatch === undefined) {
    throw served.builtIn ? unsupportedPatch() : unsupportedMediaType([...forms.keys()]);
  }
  if (applyPatch === 'apply') return 'apply';
  const patch = jsonBody(request.body ?? '');
  if (form !== JSON_PATCH && !isJsonObject(patch)) {
    throw badRequest(`the body of the request must be a JSON object, got ${jsonType(patch)}`);
  }

  return { patch, applyPatch };
}
