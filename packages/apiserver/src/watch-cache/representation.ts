import { typedMetadata } from '../store/canonical-object.js';
import { type ServedResource } from '../store/served-resource.js';
import { type StoredObject } from '../store/stored-object.js';

/** How an answer shows objects: whole, or their metadata in one of the two versions of that form. */
export type Representation = 'whole' | 'meta.k8s.io/v1' | 'meta.k8s.io/v1beta1';

const texts = new WeakMap<StoredObject, Map<Representation, string>>();

/** The JSON text of an object, made once for all who ask. */
export function objectText(object: StoredObject, representation: Representation): string {
  const known = texts.get(object) ?? new Map<Representation, string>();
  texts.set(object, known);
  const text = known.get(representation) ?? JSON.stringify(shown(object, representation));
  known.set(representation, text);

  return text;
}

/** The text of an object inside a list: built-in kinds lose what the list's own kind says already. */
export function itemText(
  served: ServedResource,
  object: StoredObject,
  representation: Representation,
): string {
  const text = objectText(object, representation);
  if (!served.builtIn || representation !== 'whole') return text;
  const { kind, apiVersion } = served;

  // The canonical order of fields puts these two first.
  return `{${text.slice(`{"kind":"${kind}","apiVersion":"${apiVersion}",`.length)}`;
}

function shown(object: StoredObject, representation: Representation): unknown {
  return representation === 'whole'
    ? object
    : {
        kind: 'PartialObjectMetadata',
        apiVersion: representation,
        metadata: typedMetadata(object.metadata),
      };
}
