/** A plain map that the newest version owns. */
export interface Storage<V> {
  readonly map: Map<string, V | undefined>;
  /** The number of keys that have a value. */
  size: number;
  /** Iterations that are not finished. */
  iterations: number;
  /** Keys that were deleted during an iteration and keep their place until it ends. */
  graves: string[];
  /** Edits since the map was made or marked. */
  edits: number;
  /** A version that any older version keeps alive. */
  mark: WeakRef<object> | undefined;
}

/** Makes the storage of a map. */
export function storageOf<V>(map: Map<string, V | undefined>, size = map.size): Storage<V> {
  return { map, size, iterations: 0, graves: [], edits: 0, mark: undefined };
}

/** Copies the keys that have a value. */
export function copyOf<V>(storage: Storage<V>): Map<string, V | undefined> {
  if (storage.graves.length > 0 && storage.iterations === 0) bury(storage);
  const copy = new Map(storage.map);
  for (const key of storage.graves) if (copy.get(key) === undefined) copy.delete(key);

  return copy;
}

/** Removes the keys that only an iteration needed. */
export function bury<V>(storage: Storage<V>): void {
  for (const key of storage.graves) {
    if (storage.map.get(key) === undefined) storage.map.delete(key);
  }
  storage.graves = [];
}

/** Sets or removes a key. `known` is the value that it has. */
export function write<V>(
  storage: Storage<V>,
  key: string,
  value: V | undefined,
  known: V | undefined,
): void {
  if (value !== undefined) {
    if (known === undefined) storage.size++;
    storage.map.set(key, value);
  } else if (known !== undefined) {
    storage.size--;
    if (storage.iterations === 0) storage.map.delete(key);
    else {
      storage.graves.push(key);
      storage.map.set(key, undefined);
    }
  }
}
