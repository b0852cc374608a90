import { type StoredObject } from '../objects/stored-object.js';
import { type IncomingObject } from './incoming-object.js';
import { type WriteMoment, type WriteOutcome } from './outcome.js';
import { checkWritePreconditions, preconditionsOf } from './preconditions.js';
import { replace } from './replace.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type ClientWriteOptions } from './write-options.js';

/** An update, read. */
export interface UpdateRequest {
  readonly served: ServedResource;
  readonly incoming: IncomingObject;
  readonly options: ClientWriteOptions;
}

/**
 * Replaces an object by an incoming one.
 *
 * @throws StatusError 409 if the stored object is not the one that the update is for.
 */
export function update(
  found: StoredObject,
  request: UpdateRequest,
  moment: WriteMoment,
): WriteOutcome {
  const { served, incoming, options } = request;
  checkWritePreconditions(served, found, { ...options, ...preconditionsOf(incoming) });

  return replace(found, request, moment);
}
