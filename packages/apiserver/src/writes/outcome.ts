import { type StoredObject } from '../objects/stored-object.js';
import { type ResourceChange } from '../storage/change.js';

/**
 * The outcome of a write: changes for the storage (possibly none), and the object in the
 * response.
 */
export interface WriteOutcome {
  readonly changes: readonly ResourceChange[];
  readonly object: StoredObject;
}

/** The values that a write takes from its moment. */
export interface WriteMoment {
  /** The revision of the first change that the write makes. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** A source of chance in [0, 1), for uids and generated names. */
  readonly random: () => number;
}
