import { type KubeObject, type ObjectMeta } from '@rxkube/protocol';

/** A JSON object with unknown fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The metadata of a stored object, with the fields that the server sets. */
export interface StoredMeta extends ObjectMeta {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
}

/** A stored object: deeply frozen, with its fields in the order in which they are written. */
export interface StoredObject extends KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: StoredMeta;
  readonly [field: string]: unknown;
}
