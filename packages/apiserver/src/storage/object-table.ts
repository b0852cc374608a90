import { type StoredObject } from '../objects/stored-object.js';
import { type Change } from './change.js';
import { type KeyedObject, SortedObjects } from '../objects/sorted-objects.js';

/** All objects of a table during a range of revisions, in the order of their keys. */
interface Snapshot {
  /** The first and the last revision for which it holds. */
  readonly from: number;
  readonly to: number;
  readonly entries: readonly KeyedObject[];
}

/** Snapshots of the past that are kept, so that the pages of one list share a snapshot. */
const KEPT_SNAPSHOTS = 4;

/**
 * The objects of one resource in the order of their keys, and its changes since the last
 * compaction.
 */
export class ObjectTable {
  readonly #objects = new SortedObjects();
  #changes: Change[] = [];
  #lastRevision = 0;
  #past: readonly Snapshot[] = [];

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  apply(change: Change): void {
    const { revision } = change;
    const { knownEntries } = this.#objects;
    if (knownEntries !== undefined) {
      this.#keep({ from: this.#lastRevision, to: revision - 1, entries: knownEntries });
    }
    this.#lastRevision = revision;
    this.#objects.apply(change);
    this.#changes.push(change);
  }

  /** Lists the current objects in the order of their keys. */
  entries(): readonly KeyedObject[] {
    return this.#objects.entries();
  }

  /** Lists the current objects of one namespace. */
  inNamespace(namespace: string): readonly KeyedObject[] {
    return this.#objects.startingWith(`${namespace}/`);
  }

  /** Lists the objects as they were right after `revision`, which must not be compacted. */
  entriesAt(revision: number): readonly KeyedObject[] {
    if (this.#lastRevision <= revision) return this.entries();
    const kept = this.#past.find(({ from, to }) => from <= revision && revision <= to);
    if (kept !== undefined) return kept.entries;
    const then = new Map(this.entries());
    let to = this.#lastRevision;
    for (let at = this.#changes.length - 1; at >= 0; at -= 1) {
      const change = this.#changes[at];
      if (change === undefined || change.revision <= revision) break;
      to = change.revision - 1;
      if (change.previous === undefined) then.delete(change.key);
      else then.set(change.key, change.previous);
    }
    const entries = [...then].sort(([left], [right]) => (left < right ? -1 : 1));
    this.#keep({ from: revision, to, entries });

    return entries;
  }

  /** Lists the changes above `revision`, oldest first. `revision` must not be compacted. */
  changesAfter(revision: number): readonly Change[] {
    return this.#changes.filter((change) => change.revision > revision);
  }

  /** Forgets the states before `revision`. */
  compact(revision: number): void {
    // The change that made this very state is kept: a watch may begin right before it.
    this.#changes = this.#changes.filter((change) => change.revision >= revision);
    this.#past = this.#past.filter(({ to }) => to >= revision);
  }

  #keep(snapshot: Snapshot): void {
    this.#past = [snapshot, ...this.#past].slice(0, KEPT_SNAPSHOTS);
  }
}
