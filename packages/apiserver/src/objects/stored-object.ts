import { type KubeObject, type ObjectMeta } from '@rxkube/protocol';

/** A JSON object whose fields are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The metadata of an object in the store: what the server fills in is there. */
export interface StoredMeta extends ObjectMeta {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
}

/** An object as the store keeps it: deeply frozen, its fields in the order in which they are written. */
export interface StoredObject extends KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: StoredMeta;
  readonly [field: string]: unknown;
}
