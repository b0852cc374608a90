import { type StoredObject } from '../objects/stored-object.js';

/** One write of the store: it created (no `previous`), changed, or deleted (no `current`) one object. */
export interface Change {
  /** The store's counter after this write. */
  readonly revision: number;
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string;
  readonly previous: StoredObject | undefined;
  readonly current: StoredObject | undefined;
}
