import { typedMetadata } from '../objects/canonical-object.js';
import { jsonText } from '../objects/json-text.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';
import { TableForm } from '../tables/table-form.js';

/** The form of objects that is only their metadata, in one of its two versions. */
export type MetadataForm = 'meta.k8s.io/v1' | 'meta.k8s.io/v1beta1';

/** How a response shows objects: whole, by their metadata, or as rows of a table. */
export type Representation = 'whole' | MetadataForm | TableForm;

const texts = new WeakMap<StoredObject, Map<Representation, string>>();

/**
 * Returns the JSON text of an object. It is made once for all requests, except in tables, which
 * show ages.
 */
export function objectText(object: StoredObject, representation: Representation): string {
  if (representation instanceof TableForm) return representation.objectText(object);
  const known = texts.get(object) ?? new Map<Representation, string>();
  texts.set(object, known);
  const text = known.get(representation) ?? jsonText(shownAs(object, representation));
  known.set(representation, text);

  return text;
}

/**
 * Returns the text of an object inside a list. Built-in kinds lose what the kind of the list says
 * already.
 */
export function itemText(
  served: ServedResource,
  object: StoredObject,
  representation: Representation,
): string {
  if (representation instanceof TableForm) return representation.rowText(object);
  const text = objectText(object, representation);
  if (!served.builtIn || representation !== 'whole') return text;
  const { kind, apiVersion } = served;

  // These two come first in the canonical order of fields.
  return `{${text.slice(`{"kind":"${kind}","apiVersion":"${apiVersion}",`.length)}`;
}

/** Returns the JSON value of an object in a form other than a table. */
export function shownAs(object: StoredObject, form: 'whole' | MetadataForm): unknown {
  return form === 'whole'
    ? object
    : {
        kind: 'PartialObjectMetadata',
        apiVersion: form,
        metadata: typedMetadata(object.metadata),
      };
}
