import { type Storage, bury, copyOf, storageOf, write } from './map-storage.js';

/** One edit of a {@link RerootingMap}: `value` is `undefined` if the key goes away. */
export interface Edit<V> {
  readonly key: string;
  readonly value: V | undefined;
  /** A remark that {@link RerootingMap.differencesFrom} returns with the key. */
  readonly note?: boolean | undefined;
  /** The last state of a key that goes away, if it is newer than the value in the map. */
  readonly last?: V | undefined;
}

/** The difference of one key between two maps. */
export interface Difference<V> {
  readonly key: string;
  readonly before: V | undefined;
  readonly after: V | undefined;
  /** The remark of the last edit; `true` if the edits between the two maps are no longer known. */
  readonly note: boolean;
  /** The last state of a key that has gone away; `undefined` if it is not known. */
  readonly last: V | undefined;
}

/** A chain is cut no sooner than this, however small the map is. */
const MIN_CHAIN = 1_024;
/** More edits than this, for most of the keys, make a map that shares no history with the one before. */
export const LARGE = 1_024;
const NOTHING: readonly never[] = [];

/**
 * An immutable map. Its newest version costs as much as a `Map`.
 *
 * ```text
 * newest        owns the Map
 * one older     "to get me, set k to v", and a pointer to the newest
 * older still   "to get me, delete m", and a pointer to its successor
 * ```
 *
 * - Reading the newest version is one read of the `Map`. An older version walks towards the newest until an edit has
 *   its key. When it has walked as far as a copy would cost, it becomes the owner of a copy.
 * - Versions that your program drops are garbage at once. If you hold an old version, its chain is cut after as many
 *   edits as there are keys. A weak reference tells whether an old version is alive, so an unheld chain is never cut.
 * - An open iteration does not slow down the writer. A deleted key keeps its place in the `Map` until the iteration
 *   ends, and the iteration reads its own version.
 */
export class RerootingMap<V> {
  readonly size: number;
  #storage: Storage<V> | undefined;
  /** The edit that leads back from the next version: set this key to this value. */
  #key: string | undefined;
  #value: V | undefined;
  #last: V | undefined;
  /** The same if more than one key differs. */
  #edits: readonly Edit<V>[] = NOTHING;
  #next: RerootingMap<V> | undefined;
  #walked = 0;

  private constructor(storage: Storage<V>) {
    this.#storage = storage;
    this.size = storage.size;
  }

  /** Returns a version that owns `map`; the caller must not use the map again. */
  static of<V>(map: Map<string, V> = new Map<string, V>()): RerootingMap<V> {
    return new RerootingMap(storageOf<V>(map));
  }

  /** Returns the version after these edits. */
  edit(edits: readonly Edit<V>[]): RerootingMap<V> {
    if (edits.length === 0) return this;
    if (edits.length > LARGE && edits.length * 2 > this.size) return this.#rewritten(edits);
    const storage = this.#writable(edits.length);
    const undo = edits.map(({ key, value, note, last }): Edit<V> => {
      const known = storage.map.get(key);

      return value === undefined
        ? { key, value: known, note, last: last ?? known }
        : { key, value: known, note };
    });
    for (const { key, value } of edits) write(storage, key, value, storage.map.get(key));
    this.#edits = undo;

    return this.#lead(storage);
  }

  /** Returns the version after edits of most keys. It shares no history with this one. */
  #rewritten(edits: readonly Edit<V>[]): RerootingMap<V> {
    const map = new Map(this.entries());
    for (const { key, value } of edits) {
      if (value === undefined) map.delete(key);
      else map.set(key, value);
    }

    return RerootingMap.of(map);
  }

  /** Returns the version after one edit. It leaves less garbage than {@link edit}. */
  set(key: string, value: V | undefined, known = this.get(key), last = known): RerootingMap<V> {
    const storage = this.#writable(1);
    write(storage, key, value, known);
    this.#key = key;
    this.#value = known;
    this.#last = value === undefined ? last : undefined;

    return this.#lead(storage);
  }

  get(key: string): V | undefined {
    return this.#storage === undefined ? RerootingMap.#find(this, key) : this.#storage.map.get(key);
  }

  *entries(): IterableIterator<[string, V]> {
    const storage = this.#owned();
    storage.iterations++;
    try {
      for (const [key, value] of storage.map) {
        // The writer may have gone on while this iteration was paused.
        const own = this.#storage === storage ? value : this.get(key);
        if (own !== undefined) yield [key, own];
      }
    } finally {
      storage.iterations--;
    }
  }

  /** Returns one difference for each key that this version does not share with `earlier`. */
  differencesFrom(earlier: RerootingMap<V>): readonly Difference<V>[] {
    if (earlier === this) return NOTHING;
    const touched = new Map<
      string,
      { before: V | undefined; note: boolean; last: V | undefined }
    >();
    let version = earlier;
    while (version !== this) {
      if (version.#next === undefined) return this.#compare(earlier);
      for (const { key, value, note = false, last } of version.#undo()) {
        const known = touched.get(key);
        if (known === undefined) touched.set(key, { before: value, note, last });
        else {
          known.note = note;
          known.last = last;
        }
      }
      version = version.#next;
    }
    const differences: Difference<V>[] = [];
    for (const [key, { before, note, last }] of touched) {
      const after = this.get(key);
      if (before !== after) differences.push({ key, before, after, note, last });
    }

    return differences;
  }

  /** Returns the storage of this version, ready for so many edits. */
  #writable(edits: number): Storage<V> {
    const storage = this.#owned();
    if (storage.graves.length > 0 && storage.iterations === 0) bury(storage);
    if (storage.edits + edits > Math.max(MIN_CHAIN, storage.size)) return this.#bounded(storage);
    storage.edits += edits;

    return storage;
  }

  /** Cuts the chain of older versions if a version is alive that would make it too long. */
  #bounded(storage: Storage<V>): Storage<V> {
    if (storage.iterations > 0) return storageOf(copyOf(storage));
    const isHeld = storage.mark?.deref() !== undefined;
    storage.edits = 0;
    if (!isHeld) {
      storage.mark = new WeakRef(this);

      return storage;
    }
    // The newest version keeps the old map. A map that is left behind stays in the old generation and would keep its
    // values alive until the next full collection.
    this.#storage = storageOf(copyOf(storage));

    return storageOf(storage.map, storage.size);
  }

  /** Gives the storage to a new version. */
  #lead(storage: Storage<V>): RerootingMap<V> {
    const newest = new RerootingMap(storage);
    if (this.#storage === storage) {
      this.#storage = undefined;
      this.#next = newest;
    } else this.#forgetNext();

    return newest;
  }

  /** Makes this version stand alone. */
  #forgetNext(): void {
    this.#key = undefined;
    this.#value = undefined;
    this.#last = undefined;
    this.#edits = NOTHING;
    this.#next = undefined;
  }

  /** Returns the edits that lead back from the next version. */
  #undo(): readonly Edit<V>[] {
    return this.#key === undefined
      ? this.#edits
      : [{ key: this.#key, value: this.#value, last: this.#last }];
  }

  /** Reads from a version that is not the newest: the first value on the way to the newest. */
  static #find<V>(from: RerootingMap<V>, key: string): V | undefined {
    let steps = 0;
    let version = from;
    while (version.#next !== undefined) {
      if (version.#key === key) return version.#value;
      for (const edit of version.#edits) if (edit.key === key) return edit.value;
      steps += Math.max(1, version.#edits.length);
      version = version.#next;
    }
    from.#walked += steps;
    const { map, size } = version.#owned();
    if (from.#walked > size) return from.#owned().map.get(key);

    return map.get(key);
  }

  /** Compares every key of two versions that are not linked. */
  #compare(earlier: RerootingMap<V>): readonly Difference<V>[] {
    const differences: Difference<V>[] = [];
    for (const [key, before] of earlier.entries()) {
      if (this.get(key) !== undefined) continue;
      differences.push({ key, before, after: undefined, note: true, last: undefined });
    }
    for (const [key, after] of this.entries()) {
      const before = earlier.get(key);
      if (before === after) continue;
      differences.push({ key, before, after, note: true, last: undefined });
    }

    return differences;
  }

  /** Returns the storage of this version. An older version gets a copy. */
  #owned(): Storage<V> {
    return this.#storage ?? RerootingMap.#copied(this);
  }

  /** Makes a version that is not the newest the owner of a copy. */
  static #copied<V>(old: RerootingMap<V>): Storage<V> {
    const chain: RerootingMap<V>[] = [];
    let version = old;
    while (version.#next !== undefined) {
      chain.push(version);
      version = version.#next;
    }
    const map = copyOf(version.#owned());
    for (const link of chain.reverse()) {
      for (const { key, value } of link.#undo()) {
        if (value === undefined) map.delete(key);
        else map.set(key, value);
      }
    }
    const storage = storageOf<V>(map);
    old.#storage = storage;
    old.#forgetNext();

    return storage;
  }
}
