import { type IncomingObject } from './incoming-object.js';
import { badRequest, invalid } from '../statuses/status-errors.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';

/**
 * Checks that a patch has not turned its object into another one.
 *
 * @throws StatusError 400 for another name, 422 for another uid.
 */
export function checkIdentity(
  { group, kind }: ServedResource,
  { metadata: { name, uid } }: StoredObject,
  incoming: IncomingObject,
): void {
  const asked = incoming.metadata;
  if (asked.name !== name) {
    throw badRequest(
      `the name of the object (${asked.name ?? ''}) does not match the name on the URL (${name})`,
    );
  }
  if (asked.uid !== undefined && asked.uid !== uid) {
    throw invalid({ group, kind, name }, [
      {
        field: 'metadata.uid',
        reason: 'FieldValueInvalid',
        message: `Invalid value: ${JSON.stringify(asked.uid)}: field is immutable`,
      },
    ]);
  }
}
