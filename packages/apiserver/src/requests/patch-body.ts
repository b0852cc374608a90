import { type ApiRequest } from '@rxkube/protocol';

import { badRequest, unsupportedMediaType, unsupportedPatch } from '../statuses/status-errors.js';
import { isJsonObject } from '../objects/json-object.js';
import { jsonPatch } from '../patches/json-patch.js';
import { mergePatch } from '../patches/merge-patch.js';
import { type ServedResource } from '../resources/served-resource.js';
import { strategicMergePatch } from '../patches/strategic-merge-patch.js';
import { jsonBody } from './json-body.js';
import { mediaTypeOf } from './media-type.js';

/** What a PATCH brings. */
export interface IncomingPatch {
  readonly patch: unknown;
  /** How it changes an object. */
  readonly applyPatch: (target: unknown, patch: unknown) => unknown;
}

const JSON_PATCH = 'application/json-patch+json';
type Form = readonly [type: string, apply: IncomingPatch['applyPatch'] | 'apply'];
/** A wish of one of many managers, to be merged with those of the others. */
const APPLY: Form = ['application/apply-patch+yaml', 'apply'];
const COMMON: readonly Form[] = [
  [JSON_PATCH, jsonPatch],
  ['application/merge-patch+json', mergePatch],
];
const FORMS: ReadonlyMap<string, Form[1]> = new Map([...COMMON, APPLY]);
/** One more that needs to know the fields of a kind, so it is for built-in kinds alone. */
const BUILT_IN_FORMS: typeof FORMS = new Map([
  ...COMMON,
  ['application/strategic-merge-patch+json', strategicMergePatch] as const,
  APPLY,
]);

/**
 * Reads the body of a PATCH; `'apply'` for a server-side apply, whose body is left unread.
 *
 * @throws StatusError 415 where the resource cannot be patched in that form, 400 for a body that is none.
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
    throw badRequest('the body of the request is no JSON object');
  }

  return { patch, applyPatch };
}
