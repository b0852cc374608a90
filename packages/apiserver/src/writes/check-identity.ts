import { type IncomingObject } from './incoming-object.js';
import { badRequest, invalid } from '../statuses/status-errors.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';

/**
 * Holds a patch to its object: it cannot make another one of it.
 *
 * @throws StatusError 400 for another name, 422 for another uid.
 */
export function checkIdentity(
  { group, kind }: ServedResource,
  { metadata: { name, uid } }: StoredObject,
  incoming: IncomingObject,
): void {
  const given = incoming.metadata;
  if (given.name !== name) {
    throw badRequest(
      `the name of the object (${given.name ?? ''}) does not match the name on the URL (${name})`,
    );
  }
  if (given.uid !== undefined && given.uid !== uid) {
    throw invalid({ group, kind, name }, [
      {
        field: 'metadata.uid',
        reason: 'FieldValueInvalid',
        message: `Invalid value: ${JSON.stringify(given.uid)}: field is immutable`,
      },
    ]);
  }
}
