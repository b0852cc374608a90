import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject } from '../objects/stored-object.js';
import { withoutFields } from '../objects/without-fields.js';

/** Which part of an object a write may change. */
export type OwnedPart = 'spec' | 'status' | 'all';

/** Metadata that nobody owns: what the server sets, and what tells which object it is. */
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

/** What of an object can be owned by somebody who writes to a part of it. */
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
