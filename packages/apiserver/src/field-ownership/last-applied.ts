import { jsonText, parseJson } from '../objects/json-text.js';
import { isJsonObject } from '../objects/json-object.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { withoutFields } from '../objects/without-fields.js';
import { changedFields, touched } from './changed-fields.js';
import { type FieldSet, NO_FIELDS, difference } from './field-set.js';
import { type FieldType } from './field-type.js';
import { fieldsOf } from './fields-of.js';
import { ownedPart } from './owned-part.js';

/** The annotation in which client-side `kubectl apply` keeps the configuration that it sent. */
const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
/** The only manager for which the annotation is read. */
const READER = 'kubectl';

/**
 * Collects the fields that are still as client-side `kubectl apply` sent them.
 *
 */
export function lastAppliedFields(live: StoredObject, manager: string, type: FieldType): FieldSet {
  const note = manager === READER ? noteOf(live) : undefined;
  if (note === undefined) return NO_FIELDS;
  const sent = ownedPart(note, 'all');
  const { set, removed } = changedFields(sent, ownedPart(live, 'all'), type);

  return difference(fieldsOf(sent, type), touched({ set, removed }));
}

/**
 * Updates the annotation of an object that has one. The annotation gets no owner.
 */
export function withLastApplied(
  object: JsonObject,
  live: StoredObject,
  configuration: JsonObject,
  manager: string,
): JsonObject {
  if (manager !== READER || noteOf(live) === undefined) return object;
  const { annotations, ...asked } = objectIn(configuration['metadata']);
  const sent = {
    ...configuration,
    metadata: { ...asked, annotations: withoutFields(objectIn(annotations), [ANNOTATION]) },
  };
  const metadata = objectIn(object['metadata']);
  const note = { [ANNOTATION]: `${jsonText(sent)}\n` };

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
    const note: unknown = text === undefined ? undefined : parseJson(text);

    return isJsonObject(note) ? note : undefined;
  } catch {
    return undefined;
  }
}
