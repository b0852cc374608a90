import * as t from 'io-ts';

/**
 * The metadata that every Kubernetes object carries, as far as the protocol and most programs need it.
 *
 * @since 0.1.0
 */
export interface ObjectMeta {
  readonly name: string;
  /** Absent on cluster-scoped objects. */
  readonly namespace?: string | undefined;
  /** Differs between two objects that had the same name one after the other. */
  readonly uid?: string | undefined;
  /** Opaque; see {@link ResourceVersion}. */
  readonly resourceVersion?: string | undefined;
  readonly generateName?: string | undefined;
  readonly generation?: number | undefined;
  /** RFC 3339. */
  readonly creationTimestamp?: string | undefined;
  /** RFC 3339; present while finalizers or a grace period keep a deleted object. */
  readonly deletionTimestamp?: string | undefined;
  /** Seconds. */
  readonly deletionGracePeriodSeconds?: number | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly finalizers?: readonly string[] | undefined;
  readonly ownerReferences?: readonly OwnerReference[] | undefined;
  readonly managedFields?: readonly unknown[] | undefined;
}

/**
 * A pointer from a dependent object to its owner in the same namespace, or to a cluster-scoped one.
 *
 * @since 0.1.0
 */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean | undefined;
  readonly blockOwnerDeletion?: boolean | undefined;
}

/**
 * Any Kubernetes object: what this library knows of the objects that it carries.
 *
 * @since 0.1.0
 */
export interface KubeObject {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata: ObjectMeta;
}

/** A text that may be absent. `null` is read as absent, because programs in Go write it for an empty value. */
const optionalString = new t.Type<string | undefined>(
  'string | undefined',
  (value): value is string | undefined => value === undefined || typeof value === 'string',
  (value, context) =>
    value === null || value === undefined
      ? t.success(undefined)
      : t.string.validate(value, context),
  t.identity,
);

/**
 * Checks the four fields that the protocol reads: name, namespace, uid and resourceVersion.
 * Everything else passes through unread.
 *
 * @since 0.1.0
 */
export const ObjectMeta: t.Type<ObjectMeta> = t.intersection(
  [
    t.type({ name: t.string }),
    t.partial({ namespace: optionalString, uid: optionalString, resourceVersion: optionalString }),
  ],
  'ObjectMeta',
);

/**
 * Checks that a value is an object with the metadata that the protocol reads.
 *
 * @since 0.1.0
 */
export const KubeObject: t.Type<KubeObject> = t.type({ metadata: ObjectMeta }, 'KubeObject');
