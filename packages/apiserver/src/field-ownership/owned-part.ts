import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import { withoutFields } from '../objects/without-fields.js';

/**
 * The part of an object that a write may change: all but the status (`spec`), the status alone, or
 * all.
 */
export type OwnedPart = 'spec' | 'status' | 'all';

/** Metadata without owners: the server sets it, or it names the object. */
const UNOWNED = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'selfLink',
];

/** Selects the fields that a writer of one part of the object can own. */
export function ownedPart(object: JsonObject, part: OwnedPart): JsonObject {
  const { metadata, status } = object;
  if (part === 'status') return status === undefined ? {} : { status };
  const left = isJsonObject(metadata) ? withoutFields(metadata, UNOWNED) : {};
  const fields = withoutFields(object, [
    'apiVersion',
    'kind',
    'metadata',
    ...(part === 'spec' ? ['status'] : []),
  ]);

  return Object.keys(left).length === 0 ? fields : { ...fields, metadata: left };
}
