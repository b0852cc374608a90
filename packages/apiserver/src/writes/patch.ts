import { type StoredObject } from '../objects/stored-object.js';
import { mergePatch } from '../patches/merge-patch.js';
import { type ServedResource } from '../resources/served-resource.js';
import { checkIdentity } from './check-identity.js';
import { readIncomingObject } from './incoming-object.js';
import { type WriteMoment, type WriteOutcome } from './outcome.js';
import { update } from './update.js';
import { type PatchOptions } from './write-options.js';

/** A patch, read. */
export interface PatchRequest {
  readonly served: ServedResource;
  readonly patch: unknown;
  readonly options: PatchOptions;
}

/**
 * Changes an object by a patch.
 *
 * @throws StatusError 400 or 422 if the result is another object or none, 409 if the stored object
 *   is not the one that the patch is for.
 */
export function patch(
  found: StoredObject,
  { served, patch: changes, options }: PatchRequest,
  moment: WriteMoment,
): WriteOutcome {
  const { applyPatch = mergePatch } = options;
  const incoming = readIncomingObject(served, applyPatch(found, changes));
  checkIdentity(served, found, incoming);

  return update(found, { served, incoming, options }, moment);
}
