import { type SnapshotState } from './cache-snapshot.js';
import { type Entry } from './entry.js';
import { type Differences, MapSnapshot, type SnapshotPlace } from './map-snapshot.js';
import { type Difference, LARGE, RerootingMap } from './rerooting-map.js';

/** The set of one stream of snapshots. It moves forward only; earlier snapshots keep their own version. */
export class SnapshotLine<T> implements SnapshotPlace<T> {
  /** Not the line itself: a held snapshot must not keep the newest set alive. */
  readonly stream: object = {};
  sequence = 0;
  depth = 0;
  map = RerootingMap.of<Entry<T>>();

  get(key: string): Entry<T> | undefined {
    return this.map.get(key);
  }

  /** Applies one edit. `before` must be the entry that the line has. */
  set({ key, before, after, note, last }: Difference<Entry<T>>): void {
    this.map = note
      ? this.map.edit([{ key, value: after, note, last }])
      : this.map.set(key, after, before, last ?? before);
  }

  /** Applies edits. Each key may appear once, and `before` must be the entry that the line has. */
  edit(edits: readonly Difference<Entry<T>>[]): void {
    const [first] = edits;
    if (first === undefined) return;
    if (edits.length === 1) this.set(first);
    else {
      this.map = this.map.edit(
        edits.map(({ key, after, note, last }) => ({ key, value: after, note, last })),
      );
    }
  }

  /**
   * Makes the map the set, and returns what that changes: deletions first, then the rest in the order of the map.
   *
   * @param map The caller must not use it again.
   */
  replace(map: Map<string, Entry<T>>): Differences<T> {
    if (this.map.size === 0 && map.size > LARGE) {
      this.map = RerootingMap.of(map);

      return additionsOf(map);
    }
    const differences: Difference<Entry<T>>[] = [];
    for (const [key, before] of this.map.entries()) {
      if (map.has(key)) continue;
      differences.push({ key, before, after: undefined, note: true, last: undefined });
    }
    for (const [key, after] of map) {
      const before = this.get(key);
      if (before === after) continue;
      differences.push({ key, before, after, note: false, last: undefined });
    }
    if (differences.length > LARGE && differences.length * 2 > map.size) {
      this.map = RerootingMap.of(map);
    } else this.edit(differences);

    return differences;
  }

  /** Makes the next snapshot of the line. */
  snapshot(state: SnapshotState, differences: Differences<T>): MapSnapshot<T> {
    this.sequence++;

    return new MapSnapshot(state, this, differences);
  }
}

/**
 * Makes the differences of a first list when they are read: most programs look at the set alone. It copies the keys and
 * entries now, because the map goes on changing.
 */
function additionsOf<T>(map: ReadonlyMap<string, Entry<T>>): () => readonly Difference<Entry<T>>[] {
  const keys = [...map.keys()];
  const entries = [...map.values()];

  return () =>
    keys.map((key, at) => ({
      key,
      before: undefined,
      after: entries[at],
      note: false,
      last: undefined,
    }));
}
