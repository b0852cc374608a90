import { type StoredObject } from '../objects/stored-object.js';
import { type ServedResource } from '../resources/served-resource.js';
import { conflict, preconditionFailed } from '../statuses/status-errors.js';
import { type IncomingObject } from './incoming-object.js';

/** The uid and the version that an object must still have. */
export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** The preconditions that an incoming object carries in its own metadata. */
export function preconditionsOf({ metadata }: IncomingObject): Preconditions {
  const { uid, resourceVersion } = metadata;

  return {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}

/** @throws StatusError 409 if the object of a write is another one, or has changed. */
export function checkWritePreconditions(
  served: ServedResource,
  found: StoredObject,
  wanted: Preconditions,
): void {
  const { name, uid } = found.metadata;
  switch (brokenPrecondition(found, wanted)) {
    case 'uid':
      throw conflict(
        served,
        name,
        `Precondition failed: UID in precondition: ${String(wanted.uid)}, UID in object meta: ${uid}`,
      );
    case 'resourceVersion':
      throw conflict(
        served,
        name,
        'the object has been modified; please apply your changes to the latest version and try again',
      );
    case undefined:
  }
}

/** @throws StatusError 409 if the object of a deletion is another one, or has changed. */
export function checkDeletePreconditions(
  served: ServedResource,
  found: StoredObject,
  wanted: Preconditions,
): void {
  const { name, uid, resourceVersion } = found.metadata;
  switch (brokenPrecondition(found, wanted)) {
    case 'uid':
      throw preconditionFailed(
        served,
        name,
        `the UID in the precondition (${String(wanted.uid)}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
      );
    case 'resourceVersion':
      throw preconditionFailed(
        served,
        name,
        `the ResourceVersion in the precondition (${String(wanted.resourceVersion)}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
      );
    case undefined:
  }
}

function brokenPrecondition(
  { metadata }: StoredObject,
  wanted: Preconditions,
): 'uid' | 'resourceVersion' | undefined {
  return (['uid', 'resourceVersion'] as const).find(
    (name) => wanted[name] !== undefined && wanted[name] !== metadata[name],
  );
}
