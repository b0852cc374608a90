import { type StoredObject } from '../objects/stored-object.js';
import { type ResourceChange } from '../storage/change.js';

/**
 * What a write comes to: changes for the storage, which may be none, and the object that the client
 * gets.
 */
export interface WriteOutcome {
  readonly changes: readonly ResourceChange[];
  readonly object: StoredObject;
}

/** What a write takes from the moment in which it is made. */
export interface WriteMoment {
  /** The revision of the first change that the write makes. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** A source of chance in [0, 1), for uids and generated names. */
  readonly random: () => number;
}
