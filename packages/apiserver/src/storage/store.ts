import {
  type KubeObject,
  type Resource,
  type ResourceVersion,
  decodeObject,
  resourceVersion,
} from '@rxkube/protocol';

import { type ObjectName, type ObjectStore, type WriteOptions } from './object-store.js';
import { type StoredObject } from '../objects/stored-object.js';

/**
 * An object as a program hands it to the store: the server fills in its part of the metadata, and checks nothing
 * beside the metadata, so all else may be missing.
 *
 * @since 0.1.0
 */
export type Draft<T extends KubeObject> = Partial<Omit<T, 'metadata'>> & {
  readonly metadata: Partial<T['metadata']>;
};

/**
 * The objects of the server, for programs that run in the same process: what clients of the server then see is
 * the same as if another client had written.
 *
 * - Every write throws the `StatusError` that a client would get over HTTP, and a `ProtocolError` where the
 *   resource is not served.
 * - Objects come back frozen, as the wire would carry them, through the codec of the resource if it has one. One
 *   that the codec refuses is stored all the same, as no server knows the codecs of its clients: `DecodeError`.
 * - A namespace need not exist, unless the server was told otherwise. Deleting one deletes what is in it. Where a
 *   namespaced object has none, it goes to `default`.
 *
 * @since 0.1.0
 */
export interface Store {
  /** The one counter of all resources. */
  readonly resourceVersion: ResourceVersion;
  /** 409 `AlreadyExists` where there is one of that name. */
  create<T extends KubeObject>(resource: Resource<T>, object: Draft<NoInfer<T>>): T;
  /** 404 where it is missing; 409 `Conflict` where it carries a version or uid that is not the current one. */
  update<T extends KubeObject>(resource: Resource<T>, object: Draft<NoInfer<T>>): T;
  /** Applies a JSON merge patch. */
  patch<T extends KubeObject>(resource: Resource<T>, name: ObjectName, patch: unknown): T;
  /**
   * The last content at the version of the deletion; an object with finalizers stays, marked with its
   * `deletionTimestamp`, until an update removes them. A pod goes at once, as by its kubelet; a client that deletes
   * one marks it first.
   */
  delete<T extends KubeObject>(
    resource: Resource<T>,
    name: ObjectName,
    preconditions?: Omit<WriteOptions, 'dryRun'>,
  ): T;
  /** `undefined` where there is none. */
  get<T extends KubeObject>(resource: Resource<T>, name: ObjectName): T | undefined;
  /** In the order of namespace and name. */
  list<T extends KubeObject>(
    resource: Resource<T>,
    scope?: { readonly namespace?: string | undefined },
  ): readonly T[];
}

/** The typed face of the store. */
export function typedStore(store: ObjectStore): Store {
  const { registry } = store;

  return {
    get resourceVersion() {
      return resourceVersion(String(store.revision));
    },
    create: (resource, object) => typed(resource, store.create(registry.get(resource), object)),
    update: (resource, object) => typed(resource, store.update(registry.get(resource), object)),
    patch: (resource, name, patch) =>
      typed(resource, store.patch(registry.get(resource), name, patch)),
    delete: (resource, name, preconditions) =>
      typed(resource, store.delete(registry.get(resource), name, preconditions)),
    get: (resource, name) => {
      const found = store.get(registry.get(resource), name);

      return found === undefined ? undefined : typed(resource, found);
    },
    list: (resource, scope = {}) =>
      store
        .state(registry.get(resource))
        .table.entries()

        .map(([, object]) => object)
        .filter(
          ({ metadata }) => scope.namespace === undefined || metadata.namespace === scope.namespace,
        )
        .map((object) => typed(resource, object)),
  };
}

function typed<T extends KubeObject>(resource: Resource<T>, object: StoredObject): T {
  const decoded = decodeObject(object, resource.plural, resource.codec);
  if (decoded._tag === 'Left') throw decoded.left;

  return decoded.right;
}
