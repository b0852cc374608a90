import { preconditionFailed } from '../statuses/status-errors.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';

/**
 * A deletion may be meant for one object of that name, or for one state of it.
 *
 * @throws StatusError 409
 */
export function checkPreconditions(
  served: ServedResource,
  { metadata: { name, uid, resourceVersion } }: StoredObject,
  wanted: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined },
): void {
  if (wanted.uid !== undefined && wanted.uid !== uid) {
    throw preconditionFailed(
      served,
      name,
      `the UID in the precondition (${wanted.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
  }
  if (wanted.resourceVersion !== undefined && wanted.resourceVersion !== resourceVersion) {
    throw preconditionFailed(
      served,
      name,
      `the ResourceVersion in the precondition (${wanted.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
  }
}
