import { type Change } from './change.js';
import { type StoredObject } from '../objects/stored-object.js';

/** An object with its key. */
export type Entry = readonly [key: string, object: StoredObject];

/** How a table was for a while: all its objects in the order of their keys. */
interface Snapshot {
  /** The first and the last revision for which it holds. */
  readonly from: number;
  readonly to: number;
  readonly entries: readonly Entry[];
}

/** Snapshots of the past that are kept, so that the pages of a list do not each make their own. */
const KEPT = 4;

/** The objects of one resource in the order of their keys, and its changes since the last compaction. */
export class ObjectTable {
  readonly #objects = new Map<string, StoredObject>();
  readonly #keys: string[] = [];
  #changes: Change[] = [];
  #lastRevision = 0;
  #current: readonly Entry[] | undefined;
  #past: readonly Snapshot[] = [];

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  apply(change: Change): void {
    const { key, current, revision } = change;
    if (this.#current !== undefined) {
      this.#keep({ from: this.#lastRevision, to: revision - 1, entries: this.#current });
      this.#current = undefined;
    }
    this.#lastRevision = revision;
    if (current === undefined) {
      if (this.#objects.delete(key)) this.#keys.splice(firstFrom(this.#keys, key), 1);
    } else {
      if (!this.#objects.has(key)) this.#keys.splice(firstFrom(this.#keys, key), 0, key);
      this.#objects.set(key, current);
    }
    this.#changes.push(change);
  }

  /** All objects of now, in the order of their keys. */
  entries(): readonly Entry[] {
    this.#current ??= this.#keys.flatMap((key): Entry[] => {
      const object = this.#objects.get(key);

      return object === undefined ? [] : [[key, object]];
    });

    return this.#current;
  }

  /** All objects as they were right after `revision`, which must not be compacted. */
  entriesAt(revision: number): readonly Entry[] {
    if (this.#lastRevision <= revision) return this.entries();
    const kept = this.#past.find(({ from, to }) => from <= revision && revision <= to);
    if (kept !== undefined) return kept.entries;
    const then = new Map(this.#objects);
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

  /** The changes above `revision`, oldest first; `revision` must not be compacted. */
  changesAfter(revision: number): readonly Change[] {
    return this.#changes.filter((change) => change.revision > revision);
  }

  /** Forgets how it was before `revision`. */
  compact(revision: number): void {
    // The change that made this very state is kept: a watch may begin right before it.
    this.#changes = this.#changes.filter((change) => change.revision >= revision);
    this.#past = this.#past.filter(({ to }) => to >= revision);
  }

  #keep(snapshot: Snapshot): void {
    this.#past = [snapshot, ...this.#past].slice(0, KEPT);
  }
}

/** Where the first key is that is not below `key`: binary search. */
function firstFrom(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = keys[middle];
    if (there !== undefined && there < key) low = middle + 1;
    else high = middle;
  }

  return low;
}
