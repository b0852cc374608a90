import { typedMetadata } from '../objects/canonical-object.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';
import { TableForm } from '../tables/table-form.js';

/** Objects as their metadata alone, in one of the two versions of that form. */
export type MetadataForm = 'meta.k8s.io/v1' | 'meta.k8s.io/v1beta1';

/** How an answer shows objects: whole, by their metadata, or as rows of a table. */
export type Representation = 'whole' | MetadataForm | TableForm;

const texts = new WeakMap<StoredObject, Map<Representation, string>>();

/** The JSON text of an object, made once for all who ask; tables tell ages, so each is made anew. */
export function objectText(object: StoredObject, representation: Representation): string {
  if (representation instanceof TableForm) return representation.objectText(object);
  const known = texts.get(object) ?? new Map<Representation, string>();
  texts.set(object, known);
  const text = known.get(representation) ?? JSON.stringify(shownAs(object, representation));
  known.set(representation, text);

  return text;
}

/** The text of an object inside a list: built-in kinds lose what the list's own kind says already. */
export function itemText(
  served: ServedResource,
  object: StoredObject,
  representation: Representation,
): string {
  if (representation instanceof TableForm) return representation.rowText(object);
  const text = objectText(object, representation);
  if (!served.builtIn || representation !== 'whole') return text;
  const { kind, apiVersion } = served;

  // The canonical order of fields puts these two first.
  return `{${text.slice(`{"kind":"${kind}","apiVersion":"${apiVersion}",`.length)}`;
}

/** The JSON value of an object in a form that is no table. */
export function shownAs(object: StoredObject, form: 'whole' | MetadataForm): unknown {
  return form === 'whole'
    ? object
    : {
        kind: 'PartialObjectMetadata',
        apiVersion: form,
        metadata: typedMetadata(object.metadata),
      };
}
