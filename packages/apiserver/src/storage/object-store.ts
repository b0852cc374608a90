import { type KubeObject, type Resource } from '@rxkube/protocol';
import { type SchedulerLike } from 'rxjs';

import { type WatchCache } from '../cacher/watch-cache.js';
import { WatchCaches } from '../cacher/watch-caches.js';
import { atVersion, canonicalObject, withoutVersion } from '../objects/canonical-object.js';
import { type Change } from './change.js';
import { checkIdentity } from '../writes/check-identity.js';
import { checkName } from '../writes/check-name.js';
import { checkPreconditions } from '../writes/check-preconditions.js';
import { type Draft, readDraft } from '../writes/incoming-object.js';
import { alreadyExists, conflict, objectNotFound, plainError } from '../statuses/status-errors.js';
import { graceOf } from '../writes/grace-period.js';
import { isJsonObject } from '../objects/json-object.js';
import { mergePatch } from '../patches/merge-patch.js';
import { nameSuffix, newUid } from '../writes/generated-names.js';
import {
  FIRST_NAMESPACES,
  type NamespaceRule,
  checkDeletable,
  checkPlace,
  completeNamespace,
  isNamespaces,
  keepsContent,
  keptNamespace,
  terminating,
} from '../writes/namespaces.js';
import { type Entry, ObjectTable } from './object-table.js';
import { applyWish } from '../field-ownership/apply-configuration.js';
import { type FieldManager } from '../field-ownership/field-manager.js';
import { firstOwners } from '../field-ownership/first-owners.js';
import { followUpdate } from '../field-ownership/follow-update.js';
import { type OwnedPart } from '../field-ownership/owned-part.js';
import { type Owner, readOwners, writeOwners } from '../field-ownership/owner.js';
import { type ResourceRegistry } from '../resources/resource-registry.js';
import { sameJson } from '../objects/same-json.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type JsonObject, type StoredMeta, type StoredObject } from '../objects/stored-object.js';
import { withoutFields } from '../objects/without-fields.js';

export interface ObjectStoreOptions {
  readonly registry: ResourceRegistry;
  readonly scheduler: SchedulerLike;
  readonly random: () => number;
  /** Changes that watch caches keep; default as many as their window needs. */
  readonly historySize?: number | undefined;
  /** Milliseconds that they should keep them. */
  readonly eventHistoryWindow: number;
  /** Milliseconds that they are behind. */
  readonly cacheLag: number;
  readonly namespaces: NamespaceRule;
  /** Milliseconds between two compactions. */
  readonly compactionInterval: number;
}

/** Which object a write is about. @since 0.1.0 */
export interface ObjectName {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** What a write may ask for beside its object. @since 0.1.0 */
export interface WriteOptions {
  /** Check and answer, write nothing. */
  readonly dryRun?: boolean;
  /** What the object must still be. */
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Which part of an object a write may change: all but the status (`wish`), the status alone, or all. */
export type WrittenPart = OwnedPart;

/** What a client may ask for beyond that. */
export interface InnerWriteOptions extends WriteOptions {
  /** Default `all`. */
  readonly part?: WrittenPart;
  /** Whether a deletion first marks the object; default false: it goes at once. */
  readonly gracefully?: boolean;
  /** Seconds that the object is given for its end; default what it says itself. */
  readonly gracePeriodSeconds?: number;
  /** How a patch changes an object; default as a JSON merge patch. */
  readonly applyPatch?: (target: unknown, patch: unknown) => unknown;
  /** Who writes; default this process, which asks for no ownership. */
  readonly manager?: FieldManager;
}

/** What a server-side apply asks for. */
export interface ApplyOptions extends InnerWriteOptions {
  readonly manager: FieldManager;
  /** Whether it takes what others own. */
  readonly force: boolean;
}

/** The state of one resource: its objects, its watch cache and who watches the store itself. */
export interface ResourceState {
  readonly table: ObjectTable;
  readonly cache: WatchCache;
  readonly watchers: Set<(change: Change) => void>;
}

const DEFAULT_NAMESPACE = 'default';
/** Programs in this process, as owners of fields. */
const SELF: FieldManager = { name: 'rxkube', explicit: false };

/**
 * All objects of one server under one counter of revisions.
 *
 * Writes are finished when they return. Watchers hear of them in order: a write that a watcher makes while it is
 * told of another is told after that one.
 */
export class ObjectStore {
  /** What the watch caches know of this store. */
  readonly caches: WatchCaches;
  readonly #options: ObjectStoreOptions;
  readonly #states = new Map<ServedResource, ResourceState>();
  readonly #pending: (() => void)[] = [];
  readonly #namespaces: ServedResource | undefined;
  /** The namespace that is being emptied at this moment: it is looked at once, at the end. */
  #emptied: string | undefined;
  #delivering = false;
  /** An empty store of a real server is at 1 as well: 0 is no position. */
  #revision = 1;
  #compacted = 0;
  /** What the next compaction goes up to, and when it was noted. */
  #compaction: { readonly revision: number; readonly at: number };

  constructor(options: ObjectStoreOptions) {
    this.#options = options;
    this.#compaction = { revision: 1, at: options.scheduler.now() };
    const { scheduler, historySize, eventHistoryWindow, cacheLag } = options;
    this.caches = new WatchCaches({
      scheduler,
      historySize,
      window: eventHistoryWindow,
      lag: cacheLag,
      revision: () => this.#revision,
      tell: (work) => {
        this.undisturbed(work);
      },
    });
    this.#namespaces = options.registry.find('', 'v1', 'namespaces');
    if (this.#namespaces !== undefined) this.#seed(this.#namespaces);
  }

  get revision(): number {
    return this.#revision;
  }

  /** Lists at exact versions below this one are gone. */
  get compactedRevision(): number {
    this.#compactWhenDue();

    return this.#compacted;
  }

  get registry(): ResourceRegistry {
    return this.#options.registry;
  }

  state(served: ServedResource): ResourceState {
    const known = this.#states.get(served);
    if (known !== undefined) return known;
    const state: ResourceState = {
      table: new ObjectTable(),
      cache: this.caches.make(),
      watchers: new Set(),
    };
    this.#states.set(served, state);

    return state;
  }

  get(served: ServedResource, name: ObjectName): StoredObject | undefined {
    return this.state(served).table.get(keyOf(served, name));
  }

  /** As the watch cache knows it. */
  cached(served: ServedResource, name: ObjectName): StoredObject | undefined {
    const { cache, table } = this.state(served);

    return this.caches.objectOf(cache, table, keyOf(served, name));
  }

  create(served: ServedResource, given: unknown, options: InnerWriteOptions = {}): StoredObject {
    const { manager = SELF } = options;

    return this.#create(served, given, options, manager.explicit ? 'Update' : undefined);
  }

  /** Creates what is missing, and merges with what is there what one of its managers wants of it. */
  apply(
    served: ServedResource,
    name: ObjectName,
    wish: JsonObject,
    options: ApplyOptions,
  ): { readonly created: boolean; readonly object: StoredObject } {
    const found = this.get(served, name);
    const { manager, force, part = 'all' } = options;
    if (found === undefined) {
      if (part === 'status') throw objectNotFound(served, name.name);
      const { metadata } = wish;
      const draft = {
        ...withoutFields(wish, part === 'wish' ? ['status'] : []),
        metadata: isJsonObject(metadata) ? withoutFields(metadata, ['resourceVersion', 'uid']) : {},
      };

      return { created: true, object: this.#create(served, draft, options, 'Apply') };
    }
    this.#check(served, found, { ...options, ...idOf(readDraft(served, wish)) });
    const { object, owners } = applyWish(served, found, {
      object: wish,
      manager: manager.name,
      force,
      part,
      time: timestamp(this.#options.scheduler.now()),
    });
    const draft = readDraft(served, object);

    return { created: false, object: this.#replace(served, found, draft, options, owners) };
  }

  #create(
    served: ServedResource,
    given: unknown,
    options: InnerWriteOptions,
    operation: Owner['operation'] | undefined,
  ): StoredObject {
    const draft = readDraft(served, given);
    if (draft.metadata.resourceVersion !== undefined) {
      throw plainError('resourceVersion should not be set on objects to be created');
    }
    const revision = this.#revision + 1;
    const { random, scheduler } = this.#options;
    const name =
      draft.metadata.name ?? `${draft.metadata.generateName ?? ''}${nameSuffix(random, revision)}`;
    const namespace = draft.metadata.namespace ?? DEFAULT_NAMESPACE;
    if (served.namespaced) this.#checkPlace(served, name, namespace);
    checkName(served, name, draft.metadata.generateName);
    const complete = isNamespaces(served) ? completeNamespace(draft, name) : draft;
    const time = timestamp(scheduler.now());
    const owners =
      operation &&
      firstOwners(
        served,
        { ...complete.fields, metadata: complete.metadata },
        (options.manager ?? SELF).name,
        operation,
        time,
      );
    const metadata: StoredMeta = {
      ...withoutFields(complete.metadata, ['managedFields']),
      ...ownership(owners, served),
      name,
      ...(served.namespaced && { namespace }),
      uid: newUid(random, revision),
      resourceVersion: String(revision),
      ...(served.countsGeneration && { generation: 1 }),
      creationTimestamp: time,
    };
    const key = keyOf(served, metadata);
    if (this.state(served).table.get(key) !== undefined) throw alreadyExists(served, name);
    const current = canonicalObject(served, complete.fields, metadata);
    // What has not been written has no version.
    if (options.dryRun === true) return withoutVersion(current);
    this.#commit(served, { revision, key, previous: undefined, current });

    return current;
  }

  update(served: ServedResource, given: unknown, options: InnerWriteOptions = {}): StoredObject {
    const draft = readDraft(served, given);
    const name = draft.metadata.name ?? '';
    const found = this.#existing(served, { name, namespace: draft.metadata.namespace });
    this.#check(served, found, { ...options, ...idOf(draft) });

    return this.#replace(served, found, draft, options);
  }

  patch(
    served: ServedResource,
    name: ObjectName,
    patch: unknown,
    options: InnerWriteOptions = {},
  ): StoredObject {
    const found = this.#existing(served, name);
    const { applyPatch = mergePatch } = options;
    const draft = readDraft(served, applyPatch(found, patch));
    checkIdentity(served, found, draft);
    this.#check(served, found, { ...options, ...idOf(draft) });

    return this.#replace(served, found, draft, options);
  }

  /** The last content at the version of the deletion, or the object as it waits for its end. */
  delete(served: ServedResource, name: ObjectName, options: InnerWriteOptions = {}): StoredObject {
    const found = this.#existing(served, name);
    checkPreconditions(served, found, options);
    if (isNamespaces(served)) return this.#terminate(served, found, options);
    const { finalizers = [] } = found.metadata;
    if (options.gracefully !== true && finalizers.length === 0) {
      return this.#remove(served, found, options);
    }
    const grace = options.gracefully === true ? graceOf(found, options.gracePeriodSeconds) : 0;
    const given = found.metadata.deletionGracePeriodSeconds ?? Infinity;
    // Whoever asks again can only shorten the time.
    const marked = grace < given ? this.#mark(served, found, grace, options) : found;

    return grace < given && grace === 0 && finalizers.length === 0 && options.dryRun !== true
      ? this.#remove(served, marked, options)
      : marked;
  }

  /** Forgets the versions before `revision`: continue tokens and exact lists below it are gone, for all resources. */
  compact(revision = this.#revision): void {
    this.#compacted = Math.max(this.#compacted, Math.min(revision, this.#revision));
    for (const { table } of this.#states.values()) table.compact(this.#compacted);
  }

  /** Forgets the changes below `revision` in the watch cache: starts more than one before it are too old. */
  trimHistory(resource?: Resource<KubeObject>, revision = this.#revision + 1): void {
    const all = resource === undefined ? this.registry.all() : [this.registry.get(resource)];
    for (const served of all) this.state(served).cache.history.trim(revision);
  }

  /** Runs `work` so that nothing that it writes is told to anybody before it has returned. */
  undisturbed(work: () => void): void {
    this.#pending.push(work);
    this.#deliver();
  }

  #remove(served: ServedResource, found: StoredObject, { dryRun }: WriteOptions): StoredObject {
    const revision = this.#revision + 1;
    const key = keyOf(served, found.metadata);
    if (dryRun !== true) {
      this.#commit(served, { revision, key, previous: found, current: undefined });
    }

    return dryRun === true ? found : atVersion(found, String(revision));
  }

  /** Marks a namespace, empties it, and removes it: at once, or with the last object that a finalizer keeps in it. */
  #terminate(served: ServedResource, found: StoredObject, { dryRun }: WriteOptions): StoredObject {
    const { name } = found.metadata;
    checkDeletable(served, name);
    if (found.metadata.deletionTimestamp !== undefined) return found;
    const revision = this.#revision + 1;
    const fields = { ...found, ...terminating(found) };
    const current = canonicalObject(served, fields, {
      ...found.metadata,
      ...(dryRun !== true && { resourceVersion: String(revision) }),
      deletionTimestamp: timestamp(this.#options.scheduler.now()),
    });
    if (dryRun === true) return current;
    this.#commit(served, { revision, key: name, previous: found, current });
    this.#emptied = name;
    for (const content of this.registry.all().filter(({ namespaced }) => namespaced)) {
      for (const [, { metadata }] of this.#content(content, name)) {
        // Whoever watches may have been quicker.
        if (this.get(content, metadata) !== undefined) this.delete(content, metadata);
      }
    }
    this.#emptied = undefined;
    this.#finish(name);

    return current;
  }

  /** Removes a namespace that is about to go once there is nothing in it. */
  #finish(namespace: string): void {
    const served = this.#namespaces;
    const found = served && this.get(served, { name: namespace });
    if (served === undefined || found?.metadata.deletionTimestamp === undefined) return;
    const full = this.registry
      .all()
      .some((content) => content.namespaced && this.#content(content, namespace).length > 0);
    if (full) return;
    const revision = this.#revision + 1;
    const emptied = canonicalObject(
      served,
      { ...found, spec: {} },
      { ...found.metadata, resourceVersion: String(revision) },
    );
    const kept = (found.metadata.finalizers ?? []).length > 0;
    if (kept && !keepsContent(found)) return;
    const current = kept ? emptied : undefined;
    this.#commit(served, { revision, key: namespace, previous: found, current });
  }

  #content(served: ServedResource, namespace: string): readonly Entry[] {
    return this.state(served)
      .table.entries()
      .filter(([, { metadata }]) => metadata.namespace === namespace);
  }

  #checkPlace(served: ServedResource, name: string, namespace: string): void {
    const found = this.#namespaces && this.get(this.#namespaces, { name: namespace });
    checkPlace(served, name, namespace, found, this.#options.namespaces);
  }

  /** The namespaces of the server itself, which are there before anything else: they take no revision. */
  #seed(served: ServedResource): void {
    FIRST_NAMESPACES.forEach((name, at) => {
      const { fields, metadata } = completeNamespace({ fields: {}, metadata: {} }, name);
      const current = canonicalObject(served, fields, {
        ...metadata,
        name,
        // Beyond what the counter of the store will ever reach.
        uid: newUid(() => 0, 2 ** 47 + at),
        resourceVersion: '1',
        creationTimestamp: timestamp(this.#options.scheduler.now()),
      });
      this.state(served).table.apply({ revision: 1, key: name, previous: undefined, current });
    });
  }

  /** Marks an object as one that is about to go. */
  #mark(
    served: ServedResource,
    found: StoredObject,
    grace: number,
    { dryRun }: WriteOptions,
  ): StoredObject {
    const revision = this.#revision + 1;
    const { generation, deletionTimestamp } = found.metadata;
    const current = canonicalObject(served, found, {
      ...found.metadata,
      ...(dryRun !== true && { resourceVersion: String(revision) }),
      ...(generation !== undefined && {
        generation: deletionTimestamp === undefined ? generation + 1 : generation,
      }),
      deletionTimestamp: timestamp(this.#options.scheduler.now() + grace * 1_000),
      deletionGracePeriodSeconds: grace,
    });
    const key = keyOf(served, found.metadata);
    if (dryRun !== true) this.#commit(served, { revision, key, previous: found, current });

    return current;
  }

  #existing(served: ServedResource, name: ObjectName): StoredObject {
    const found = this.get(served, name);
    if (found === undefined) throw objectNotFound(served, name.name);

    return found;
  }

  #check(served: ServedResource, found: StoredObject, wanted: WriteOptions): void {
    const { name, uid, resourceVersion } = found.metadata;
    if (wanted.uid !== undefined && wanted.uid !== uid) {
      throw conflict(
        served,
        name,
        `Precondition failed: UID in precondition: ${wanted.uid}, UID in object meta: ${uid}`,
      );
    }
    if (wanted.resourceVersion !== undefined && wanted.resourceVersion !== resourceVersion) {
      throw conflict(
        served,
        name,
        'the object has been modified; please apply your changes to the latest version and try again',
      );
    }
  }

  #replace(
    served: ServedResource,
    found: StoredObject,
    given: Draft,
    { dryRun, part = 'all', manager = SELF }: InnerWriteOptions,
    applied?: readonly Owner[],
  ): StoredObject {
    const old = found.metadata;
    const draft = this.#kept(served, found, partOf(found, given, part), part);
    const known = readOwners(given.metadata.managedFields ?? old.managedFields);
    const owners =
      applied ??
      (known.length === 0
        ? undefined
        : followUpdate(served, known, {
            before: found,
            after: { ...draft.fields, metadata: draft.metadata },
            manager: manager.name,
            part,
            time: timestamp(this.#options.scheduler.now()),
          }));
    const metadata: StoredMeta = {
      ...withoutFields(draft.metadata, ['managedFields']),
      ...ownership(owners, served),
      name: old.name,
      ...(old.namespace !== undefined && { namespace: old.namespace }),
      uid: old.uid,
      resourceVersion: old.resourceVersion,
      ...(old.generation !== undefined && { generation: old.generation }),
      creationTimestamp: old.creationTimestamp,
      ...(old.deletionTimestamp !== undefined && {
        deletionTimestamp: old.deletionTimestamp,
        deletionGracePeriodSeconds: old.deletionGracePeriodSeconds,
      }),
    };
    const unchanged = canonicalObject(served, draft.fields, metadata);
    if (sameJson(unchanged, found)) return found;
    const revision = this.#revision + 1;
    const key = keyOf(served, old);
    if (
      old.deletionTimestamp !== undefined &&
      (metadata.finalizers ?? []).length === 0 &&
      !(isNamespaces(served) && keepsContent(unchanged))
    ) {
      // The update becomes the deletion, whose event still shows the finalizer.
      if (dryRun !== true) {
        this.#commit(served, { revision, key, previous: found, current: undefined });
      }

      return unchanged;
    }
    const current = canonicalObject(served, draft.fields, {
      ...metadata,
      ...(dryRun !== true && { resourceVersion: String(revision) }),
      ...(metadata.generation !== undefined &&
        !sameJson(wish(unchanged), wish(found)) && { generation: metadata.generation + 1 }),
    });
    if (dryRun !== true) this.#commit(served, { revision, key, previous: found, current });

    return current;
  }

  #kept(served: ServedResource, found: StoredObject, draft: Draft, part: WrittenPart): Draft {
    return isNamespaces(served) && part === 'wish' ? keptNamespace(found, draft) : draft;
  }

  #commit(served: ServedResource, change: Change): void {
    const { table, cache, watchers } = this.state(served);
    this.caches.refresh();
    this.#revision = change.revision;
    table.apply(change);
    this.#compactWhenDue();
    this.#pending.push(() => {
      for (const watcher of watchers) watcher(change);
    });
    this.caches.commit(served.watchCache ? cache : undefined, change);
    this.#deliver();
    const { namespace } = change.previous?.metadata ?? {};
    if (change.current !== undefined || namespace === undefined) return;
    if (namespace !== this.#emptied) this.#finish(namespace);
  }

  #deliver(): void {
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      for (let work = this.#pending.shift(); work !== undefined; work = this.#pending.shift())
        work();
    } finally {
      this.#delivering = false;
    }
  }

  /** As etcd is compacted: every interval, up to where the store was one interval before. Needs no timer. */
  #compactWhenDue(): void {
    const now = this.#options.scheduler.now();
    if (now - this.#compaction.at < this.#options.compactionInterval) return;
    this.compact(this.#compaction.revision);
    this.#compaction = { revision: this.#revision, at: now };
  }
}

/** The name of an object inside its resource, as the store orders it. */
function keyOf(served: ServedResource, { namespace, name }: ObjectName): string {
  return served.namespaced ? `${namespace ?? DEFAULT_NAMESPACE}/${name}` : name;
}

function ownership(
  owners: readonly Owner[] | undefined,
  served: ServedResource,
): { readonly managedFields?: readonly JsonObject[] } {
  const managedFields = owners && writeOwners(owners, served);

  return managedFields === undefined ? {} : { managedFields };
}

function idOf(draft: Draft): WriteOptions {
  const { uid, resourceVersion } = draft.metadata;

  return {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}

/** What a write may change comes from the one who writes, all else stays. */
function partOf(found: StoredObject, given: Draft, part: WrittenPart): Draft {
  if (part === 'all') return given;
  const [wished, told] = part === 'wish' ? [given.fields, found] : [found, given.fields];
  const fields = withoutFields(wished, ['status']);
  const { status } = told;

  return {
    fields: status === undefined ? fields : { ...fields, status },
    metadata: part === 'wish' ? given.metadata : found.metadata,
  };
}

/** What the generation counts: everything beside metadata and status. */
function wish(object: StoredObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([name]) => name !== 'metadata' && name !== 'status'),
  );
}

/** RFC 3339 with whole seconds, as the API server writes time. */
function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
