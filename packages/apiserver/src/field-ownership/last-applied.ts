import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { withoutFields } from '../objects/without-fields.js';
import { changedFields, touched } from './changed-fields.js';
import { type FieldSet, NO_FIELDS, difference } from './field-set.js';
import { type FieldType } from './field-type.js';
import { fieldsOf } from './fields-of.js';
import { ownedPart } from './owned-part.js';

/** Where `kubectl apply` without `--server-side` notes what it has sent. */
const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
/** The manager for which the note is read: whoever calls itself otherwise has nothing to do with it. */
const READER = 'kubectl';

/**
 * The fields that are still as `kubectl apply` has sent them: whoever goes over to server-side apply takes them without
 * a conflict.
 */
export function lastAppliedFields(live: StoredObject, manager: string, type: FieldType): FieldSet {
  const note = manager === READER ? noteOf(live) : undefined;
  if (note === undefined) return NO_FIELDS;
  const sent = ownedPart(note, 'all');
  const { set, removed } = changedFields(sent, ownedPart(live, 'all'), type);

  return difference(fieldsOf(sent, type), touched({ set, removed }));
}

/** The object with the note brought up to date, where it carries one. Nobody comes to own the note by that. */
export function withLastApplied(
  object: JsonObject,
  live: StoredObject,
  wish: JsonObject,
  manager: string,
): JsonObject {
  if (manager !== READER || noteOf(live) === undefined) return object;
  const { annotations, ...asked } = objectIn(wish['metadata']);
  const sent = {
    ...wish,
    metadata: { ...asked, annotations: withoutFields(objectIn(annotations), [ANNOTATION]) },
  };
  const metadata = objectIn(object['metadata']);
  const note = { [ANNOTATION]: `${JSON.stringify(sent)}\n` };

  return {
    ...object,
    metadata: { ...metadata, annotations: { ...objectIn(metadata['annotations']), ...note } },
  };
}

function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function noteOf({ metadata }: StoredObject): JsonObject | undefined {
  const text = metadata.annotations?.[ANNOTATION];
  try {
    const note: unknown = text === undefined ? undefined : JSON.parse(text);

    return isJsonObject(note) ? note : undefined;
  } catch {
    return undefined;
  }
}
