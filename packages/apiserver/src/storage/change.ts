import { type StoredObject } from '../objects/stored-object.js';
import { type ServedResource } from '../resources/served-resource.js';

/**
 * One write to one object: it created (no `previous`), changed, or deleted (no `current`) the
 * object.
 */
export interface Change {
  /** The counter of the storage after this write. */
  readonly revision: number;
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string;
  readonly previous: StoredObject | undefined;
  readonly current: StoredObject | undefined;
}

/** A change together with the resource whose object it is about. */
export interface ResourceChange extends Change {
  readonly served: ServedResource;
}
