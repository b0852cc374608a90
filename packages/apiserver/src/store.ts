import {
  type KubeObject,
  type Resource,
  type ResourceVersion,
  decodeObject,
  resourceVersion,
  type ObjectName,
  type ObjectFields,
} from '@rxkube/protocol';

import { type StoredObject } from './objects/stored-object.js';
import { type ServerContext } from './server-context.js';
import { type WriteOptions } from './writes/write-options.js';

/**
 * The objects of the server, for programs that run in the same process. Clients of the server see
 * each write as if another client had made it.
 *
 * - A write that the server refuses throws the `StatusError` that a client would get over HTTP. A
 *   resource that is not served throws a `ProtocolError`.
 * - Objects come back frozen, as JSON would carry them, through the codec of the resource if it has
 *   one. An object that the codec refuses is stored nevertheless, since a server does not know the
 *   codecs of its clients; the call throws a `DecodeError`.
 * - A namespace need not exist, unless the option `namespaces` says so. Deleting a namespace
 *   deletes its contents. A namespaced object that names no namespace goes to `default`.
 *
 * @since 0.1.0
 */
export interface Store {
  /** The counter that all resources share. */
  readonly resourceVersion: ResourceVersion;
  /** Throws 409 `AlreadyExists` if the name is taken. */
  create<T extends KubeObject>(resource: Resource<T>, object: ObjectFields<NoInfer<T>>): T;
  /**
   * Throws 404 if the object is missing, 409 `Conflict` if the given version or uid is not the
   * current one.
   */
  update<T extends KubeObject>(resource: Resource<T>, object: ObjectFields<NoInfer<T>>): T;
  /** Applies a JSON merge patch. */
  patch<T extends KubeObject>(resource: Resource<T>, name: ObjectName, patch: unknown): T;
  /**
   * Deletes an object, and returns its last content at the version of the deletion.
   *
   * - An object with finalizers stays, marked with its `deletionTimestamp`, until an update removes
   *   them.
   * - A pod goes at once, as if its kubelet had ended it. (A pod that a client deletes is marked
   *   first.)
   */
  delete<T extends KubeObject>(
    resource: Resource<T>,
    name: ObjectName,
    preconditions?: Omit<WriteOptions, 'dryRun'>,
  ): T;
  /** Returns `undefined` if the object does not exist. */
  get<T extends KubeObject>(resource: Resource<T>, name: ObjectName): T | undefined;
  /** Lists objects in the order of namespace and name. */
  list<T extends KubeObject>(
    resource: Resource<T>,
    scope?: { readonly namespace?: string | undefined },
  ): readonly T[];
}

/** Makes the typed store of a server. */
export function typedStore({
  registry,
  storage,
  writer,
}: Pick<ServerContext, 'registry' | 'storage' | 'writer'>): Store {
  return {
    get resourceVersion() {
      return resourceVersion(String(storage.revision));
    },
    create: (resource, object) => typed(resource, writer.create(registry.get(resource), object)),
    update: (resource, object) => typed(resource, writer.update(registry.get(resource), object)),
    patch: (resource, name, patch) =>
      typed(resource, writer.patch(registry.get(resource), name, patch)),
    delete: (resource, name, preconditions) =>
      typed(resource, writer.delete(registry.get(resource), name, preconditions)),
    get: (resource, name) => {
      const found = storage.get(registry.get(resource), name);

      return found === undefined ? undefined : typed(resource, found);
    },
    list: (resource, { namespace } = {}) =>
      storage
        .table(registry.get(resource))
        .entries()
        .map(([, object]) => object)
        .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace)
        .map((object) => typed(resource, object)),
  };
}

function typed<T extends KubeObject>(resource: Resource<T>, object: StoredObject): T {
  const decoded = decodeObject(object, resource.plural, resource.codec);
  if (decoded._tag === 'Left') throw decoded.left;

  return decoded.right;
}
