import { type KubeObject, type Resource } from '@rxkube/protocol';

import { type JsonObject } from './stored-object.js';

/** What the server knows of one resource that it serves. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  /** `v1`, or `apps/v1`. */
  readonly apiVersion: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  /** Built-in kinds are written in the order of their fields and lose kind and apiVersion inside a list. */
  readonly builtIn: boolean;
  /** Fields beyond `metadata.name` and `metadata.namespace` that a field selector may name. */
  readonly selectableFields: readonly string[];
  /** Whether the server counts changes of the wish in `metadata.generation`. */
  readonly countsGeneration: boolean;
  /** Whether DELETE answers with the object rather than with a Status. */
  readonly returnsDeleted: boolean;
  /** Whether the status is a subresource: written under its own path, and nowhere else. */
  readonly hasStatus: boolean;
  /** Whether a DELETE first marks the object, with time to end, and removes it in a second step. */
  readonly endsGracefully: boolean;
  /** Without a watch cache, all reads and watches come from the store itself. */
  readonly watchCache: boolean;
  /** The zero-valued parts that a typed server writes into a bookmark. */
  readonly bookmarkFields: JsonObject;
}

/** A custom resource as the server serves it, made from the descriptor that clients use. */
export function customResource(resource: Resource<KubeObject>): ServedResource {
  const { group, version, plural, kind, namespaced } = resource;

  return {
    group,
    version,
    apiVersion: group === '' ? version : `${group}/${version}`,
    plural,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    namespaced,
    shortNames: [],
    builtIn: false,
    selectableFields: [],
    countsGeneration: true,
    returnsDeleted: false,
    hasStatus: false,
    endsGracefully: false,
    watchCache: true,
    bookmarkFields: {},
  };
}

/** The name that messages use: `pods`, or `deployments.apps`. */
export function qualifiedName({ plural, group }: ServedResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}
