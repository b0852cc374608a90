import { isJsonObject } from './json-object.js';
import { type JsonObject, type StoredMeta, type StoredObject } from './stored-object.js';
import { withoutFields } from './without-fields.js';

/** The facts on which the written form of an object depends. */
export interface ObjectForm {
  readonly kind: string;
  /** `v1`, or `apps/v1`. */
  readonly apiVersion: string;
  /**
   * Built-in kinds are written in the order of their types. They lose kind and apiVersion inside a
   * list.
   */
  readonly builtIn: boolean;
}

/** The order in which a typed server writes metadata. */
const METADATA_ORDER = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
];

/**
 * Puts the fields of an object into the order in which a real server writes them, and freezes it.
 *
 * Built-in kinds have the order of their types (the spec keeps the order in which it came, since
 * none is known here), and custom resources have all their fields sorted. Clients that read bytes
 * meet both.
 */
export function canonicalObject(
  { kind, apiVersion, builtIn }: ObjectForm,
  fields: JsonObject,
  metadata: StoredMeta,
): StoredObject {
  return deepFreeze(
    builtIn
      ? {
          kind,
          apiVersion,
          metadata: inOrder(metadata),
          ...withoutFields(fields, ['kind', 'apiVersion', 'metadata']),
        }
      : {
          ...sortedFields({ ...fields, apiVersion, kind, metadata }),
          apiVersion,
          kind,
          metadata: inOrder(metadata, Object.keys(metadata).sort()),
        },
  );
}

/** Returns the object at another version, as a DELETED event shows it. */
export function atVersion(object: StoredObject, resourceVersion: string): StoredObject {
  return deepFreeze({ ...object, metadata: { ...object.metadata, resourceVersion } });
}

/** Returns the object without a version, as the result of a dry run. */
export function withoutVersion(object: StoredObject): StoredObject {
  const metadata: object = withoutFields(object.metadata, ['resourceVersion']);

  // It only becomes a response, in which the missing version shows that nothing was stored.
  return { ...object, metadata: metadata as StoredMeta };
}

/**
 * Orders metadata as its type does. A response of only metadata has this order for custom resources
 * as well.
 */
export function typedMetadata(metadata: StoredMeta): StoredMeta {
  return inOrder(metadata);
}

/**
 * Orders metadata. Maps have sorted keys, as in Go, and fields that the order does not name come
 * last.
 */
function inOrder(metadata: StoredMeta, order: readonly string[] = METADATA_ORDER): StoredMeta {
  const { labels, annotations } = metadata;
  const values: StoredMeta = {
    ...metadata,
    ...(labels !== undefined && { labels: sortedTexts(labels) }),
    ...(annotations !== undefined && { annotations: sortedTexts(annotations) }),
  };
  const places = order
    .filter((name) => Object.hasOwn(metadata, name))
    .map((name): [string, undefined] => [name, undefined]);

  return { ...Object.fromEntries(places), ...values };
}

function sortedTexts(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

function sortedFields(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, value]) => [name, sorted(value)]),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);

  return isJsonObject(value) ? sortedFields(value) : value;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }

  return value;
}
