import { type ObjectName } from '@rxkube/protocol';
import { type SchedulerLike } from 'rxjs';

import { atVersion, withoutVersion } from '../objects/canonical-object.js';
import { type JsonObject, type StoredObject } from '../objects/stored-object.js';
import { type ResourceRegistry } from '../resources/resource-registry.js';
import { type ServedResource } from '../resources/served-resource.js';
import { objectNotFound } from '../statuses/status-errors.js';
import { type Storage } from '../storage/storage.js';
import { apply, firstConfiguration } from './apply.js';
import { type FirstOwner, create, readCreateRequest } from './create.js';
import { deleteObject } from './delete.js';
import { readIncomingObject } from './incoming-object.js';
import { type NamespaceRule, namespacesIn } from './namespaces.js';
import { type WriteMoment, type WriteOutcome } from './outcome.js';
import { patch } from './patch.js';
import { update } from './update.js';
import {
  type ApplyOptions,
  type ClientWriteOptions,
  type DeleteOptions,
  type PatchOptions,
  SELF,
  type WriteOptions,
} from './write-options.js';

export interface WriterOptions {
  readonly registry: ResourceRegistry;
  readonly scheduler: SchedulerLike;
  readonly random: () => number;
  readonly namespaces: NamespaceRule;
}

/**
 * Performs writes: looks up what is stored, lets the write decide what becomes of it, and commits
 * the changes.
 */
export class Writer {
  readonly #storage: Storage;
  readonly #options: WriterOptions;

  constructor(storage: Storage, options: WriterOptions) {
    this.#storage = storage;
    this.#options = options;
  }

  create(served: ServedResource, object: unknown, options: ClientWriteOptions = {}): StoredObject {
    const { name, startsOwnership } = options.manager ?? SELF;

    return this.#create(
      served,
      object,
      options,
      startsOwnership ? { manager: name, operation: 'Update' } : undefined,
    );
  }

  update(served: ServedResource, object: unknown, options: ClientWriteOptions = {}): StoredObject {
    const incoming = readIncomingObject(served, object);
    const { name = '', namespace } = incoming.metadata;
    const found = this.#existing(served, { name, namespace });

    return this.#commit(update(found, { served, incoming, options }, this.#moment), found, options);
  }

  patch(
    served: ServedResource,
    name: ObjectName,
    changes: unknown,
    options: PatchOptions = {},
  ): StoredObject {
    const found = this.#existing(served, name);
    const outcome = patch(found, { served, patch: changes, options }, this.#moment);

    return this.#commit(outcome, found, options);
  }

  /**
   * Creates the object if there is none. Otherwise merges the configuration of a manager into it.
   */
  apply(
    served: ServedResource,
    name: ObjectName,
    configuration: JsonObject,
    options: ApplyOptions,
  ): { readonly created: boolean; readonly object: StoredObject } {
    const found = this.#storage.get(served, name);
    const request = { served, configuration, options };
    if (found !== undefined) {
      const outcome = apply(found, request, this.#moment);

      return { created: false, object: this.#commit(outcome, found, options) };
    }
    if (options.part === 'status') throw objectNotFound(served, name.name);
    const first = firstConfiguration(request);
    const owner = {
      manager: options.manager.name,
      operation: 'Apply',
      configuration: first,
    } as const;

    return { created: true, object: this.#create(served, first, options, owner) };
  }

  /**
   * Returns the last content at the version of the deletion, or the object that waits for its end.
   */
  delete(served: ServedResource, name: ObjectName, options: DeleteOptions = {}): StoredObject {
    const found = this.#existing(served, name);

    return this.#commit(deleteObject(found, { served, options }, this.#moment), found, options);
  }

  get #moment(): WriteMoment {
    const { scheduler, random } = this.#options;

    return { revision: this.#storage.revision + 1, now: scheduler.now(), random };
  }

  #create(
    served: ServedResource,
    object: unknown,
    options: WriteOptions,
    owner: FirstOwner | undefined,
  ): StoredObject {
    const moment = this.#moment;
    const request = readCreateRequest(served, object, moment);
    const { namespace } = request.name;
    const namespaces = namespacesIn(this.#options.registry);
    const found = {
      existing: this.#storage.get(served, request.name),
      namespace:
        namespace === undefined || namespaces === undefined
          ? undefined
          : this.#storage.get(namespaces, { name: namespace }),
    };
    const outcome = create(found, request, owner, this.#options.namespaces, moment);

    return this.#commit(outcome, undefined, options);
  }

  #existing(served: ServedResource, name: ObjectName): StoredObject {
    const found = this.#storage.get(served, name);
    if (found === undefined) throw objectNotFound(served, name.name);

    return found;
  }

  /**
   * Gives the changes to the storage. A dry run gives none, and its object keeps the version that
   * is stored.
   */
  #commit(
    { changes, object }: WriteOutcome,
    found: StoredObject | undefined,
    { dryRun = false }: WriteOptions,
  ): StoredObject {
    if (dryRun) {
      return found === undefined
        ? withoutVersion(object)
        : atVersion(object, found.metadata.resourceVersion);
    }
    this.#storage.commit(changes);

    return object;
  }
}
