/** One change of a {@link RerootingMap}: `value` is `undefined` where the key goes away. */
export interface Edit<V> {
  readonly key: string;
  readonly value: V | undefined;
  /** A remark that {@link RerootingMap.differencesFrom} gives back with the key. */
  readonly note?: boolean;
}

/** The change of one key between two maps. */
export interface Difference<V> {
  readonly key: string;
  readonly before: V | undefined;
  readonly after: V | undefined;
  /** The remark of the last edit; `true` where the edits between the two maps are no longer known. */
  readonly note: boolean;
}

/** A plain map, and who uses it. */
interface Store<V> {
  readonly map: Map<string, V>;
  /** Iterations that are under way: the map must not change under them. */
  readers: number;
  /** Edits since the map was made. */
  edits: number;
}

/** A chain is cut no sooner than this, however small the map is. */
const MIN_CHAIN = 1_024;

/**
 * An immutable map whose newest version costs what a `Map` costs.
 *
 * ```text
 * newest        owns the Map
 * one older     "to get me, set k to v", and a pointer to the newest
 * older still   "to get me, delete m", and a pointer to its successor
 * ```
 *
 * Reading the newest version reads the `Map`. An older version walks to the newest and takes the first value on the
 * way. Once its walks cost as much as a copy, it owns a copy. Unreferenced versions are garbage at once. After as many
 * edits as there are keys, the predecessor of the newest version gets its own copy, so a version that is held for long
 * keeps a bounded chain.
 */
export class RerootingMap<V> {
  readonly size: number;
  #store: Store<V> | undefined;
  /** How this version differs from the next: set this key to this value. */
  #key: string | undefined;
  #value: V | undefined;
  /** The same where more than one key differs. */
  #edits: readonly Edit<V>[] = NOTHING;
  #next: RerootingMap<V> | undefined;
  #walked = 0;

  private constructor(store: Store<V>) {
    this.#store = store;
    this.size = store.map.size;
  }

  /** A version that owns `map`: the caller must not touch it again. */
  static of<V>(map: Map<string, V> = new Map<string, V>()): RerootingMap<V> {
    return new RerootingMap({ map, readers: 0, edits: 0 });
  }

  /** The version after these edits. */
  edit(edits: readonly Edit<V>[]): RerootingMap<V> {
    const store = this.#owned();
    if (store.readers > 0 || store.edits + edits.length > Math.max(MIN_CHAIN, store.map.size)) {
      const map = this.#part(store);
      for (const { key, value } of edits) write(map, key, value);

      return RerootingMap.of(map);
    }
    const undo = edits.map(({ key, note = false }) => ({ key, value: store.map.get(key), note }));
    for (const { key, value } of edits) write(store.map, key, value);
    store.edits += edits.length;
    this.#edits = undo;

    return this.#lead(store);
  }

  /** The version after one edit: as {@link edit}, for the stream of events, with as little garbage as can be. */
  set(key: string, value: V | undefined, known = this.get(key)): RerootingMap<V> {
    const store = this.#owned();
    if (store.readers > 0 || store.edits >= Math.max(MIN_CHAIN, store.map.size)) {
      return this.edit([{ key, value }]);
    }
    write(store.map, key, value);
    store.edits++;
    this.#key = key;
    this.#value = known;

    return this.#lead(store);
  }

  /** Returns a map for the next version, which this version no longer shares. */
  #part(store: Store<V>): Map<string, V> {
    const copy = new Map(store.map);
    if (store.readers > 0) return copy;
    // The newest version keeps the old map. An abandoned old map would stay in the old generation and keep its values
    // alive until the next full collection. The copy is young, and is collected at once if it is unreferenced.
    this.#store = { map: copy, readers: 0, edits: 0 };

    return store.map;
  }

  /** Hands the map on to a new version. */
  #lead(store: Store<V>): RerootingMap<V> {
    const newest = new RerootingMap(store);
    this.#store = undefined;
    this.#next = newest;

    return newest;
  }

  /** The edits that lead back from the next version. */
  #undo(): readonly Edit<V>[] {
    return this.#key === undefined ? this.#edits : [{ key: this.#key, value: this.#value }];
  }

  get(key: string): V | undefined {
    return this.#store === undefined ? RerootingMap.#find(this, key) : this.#store.map.get(key);
  }

  /** Reads from an older version: the first value on the way to the newest. */
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
    const map = version.#owned().map;
    if (from.#walked > map.size) return from.#owned().map.get(key);

    return map.get(key);
  }

  *entries(): IterableIterator<[string, V]> {
    const store = this.#owned();
    store.readers++;
    try {
      yield* store.map;
    } finally {
      store.readers--;
    }
  }

  /** The edits that turn `earlier` into this version, one for each key that differs. */
  differencesFrom(earlier: RerootingMap<V>): readonly Difference<V>[] {
    const touched = new Map<string, { readonly before: V | undefined; note: boolean }>();
    let version = earlier;
    while (version !== this) {
      if (version.#next === undefined) return this.#compare(earlier);
      for (const { key, value, note } of version.#undo()) {
        const known = touched.get(key);
        if (known === undefined) touched.set(key, { before: value, note: note === true });
        else known.note = note === true;
      }
      version = version.#next;
    }

    return [...touched].flatMap(([key, { before, note }]) => {
      const after = this.get(key);

      return before === after ? [] : [{ key, before, after, note }];
    });
  }

  /** Two versions that are not linked: every key is looked at. */
  #compare(earlier: RerootingMap<V>): readonly Difference<V>[] {
    const before = earlier.#owned().map;
    const after = this.#owned().map;
    const differences: Difference<V>[] = [];
    for (const [key, value] of before) {
      if (!after.has(key)) differences.push({ key, before: value, after: undefined, note: true });
    }
    for (const [key, value] of after) {
      const known = before.get(key);
      if (known !== value) differences.push({ key, before: known, after: value, note: true });
    }

    return differences;
  }

  /** The map of this version; an older version gets one of its own. */
  #owned(): Store<V> {
    return this.#store ?? RerootingMap.#copied(this);
  }

  /** Makes a version that is not the newest the owner of a copy. */
  static #copied<V>(old: RerootingMap<V>): Store<V> {
    const chain: RerootingMap<V>[] = [];
    let version = old;
    while (version.#next !== undefined) {
      chain.push(version);
      version = version.#next;
    }
    const map = new Map(version.#owned().map);
    for (const link of chain.reverse()) {
      for (const { key, value } of link.#undo()) write(map, key, value);
    }
    const store = { map, readers: 0, edits: 0 };
    old.#store = store;
    old.#key = undefined;
    old.#value = undefined;
    old.#edits = NOTHING;
    old.#next = undefined;

    return store;
  }
}

const NOTHING: readonly never[] = [];

function write<V>(map: Map<string, V>, key: string, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
