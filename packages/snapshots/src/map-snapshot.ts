import { type KubeError, type ResourceVersion, objectKey, type ObjectName } from '@rxkube/protocol';

import {
  type CacheSnapshot,
  type ListProgress,
  type Phase,
  type SnapshotJson,
  type SnapshotState,
} from './cache-snapshot.js';
import { type Change } from './change.js';
import { changesOf } from './changes-of.js';
import { type Entry, isUnchanged } from './entry.js';
import { type Difference, type RerootingMap } from './rerooting-map.js';

/** The differences of a snapshot. Those of a large first list are made on demand. */
export type Differences<T> =
  Difference<Entry<T>> | readonly Difference<Entry<T>>[] | (() => readonly Difference<Entry<T>>[]);

/** The place of a snapshot in the stream that emitted it. */
export interface SnapshotPlace<T> {
  /** The same object for all snapshots of one stream. */
  readonly stream: object;
  /** The number of the snapshot in its stream. */
  readonly sequence: number;
  readonly map: RerootingMap<Entry<T>>;
  /** The joins between the server and this snapshot. */
  readonly depth: number;
}

/**
 * The field makes two snapshots unequal for matchers that compare fields, such as `assert.deepStrictEqual`. Matchers
 * that iterate, such as those of vitest and jest, do not look at it.
 */
const IDENTITY = Symbol('identity');
const INSPECT = Symbol.for('nodejs.util.inspect.custom');
const PRINTED_KEYS = 10;
let snapshotCount = 0;

/** The snapshot of all streams and views of this repository. */
export class MapSnapshot<T> implements CacheSnapshot<T> {
  readonly phase: Phase;
  readonly error: KubeError | undefined;
  readonly resourceVersion: ResourceVersion | undefined;
  readonly since: number;
  readonly lastContact: number;
  readonly progress: ListProgress | undefined;
  readonly isComplete: boolean;
  readonly retryAt: number | undefined;
  readonly size: number;
  readonly [IDENTITY]: number = ++snapshotCount;
  readonly #map: RerootingMap<Entry<T>>;
  readonly #stream: object;
  readonly #sequence: number;
  readonly #depth: number;
  #differences: Differences<T>;
  #changes: readonly Change<T>[] | undefined;

  constructor(state: SnapshotState, place: SnapshotPlace<T>, differences: Differences<T>) {
    this.phase = state.phase;
    this.error = state.error;
    this.resourceVersion = state.resourceVersion;
    this.since = state.since;
    this.lastContact = state.lastContact;
    this.progress = state.progress;
    this.isComplete = state.isComplete;
    this.retryAt = state.retryAt;
    this.size = place.map.size;
    this.#map = place.map;
    this.#stream = place.stream;
    this.#sequence = place.sequence;
    this.#depth = place.depth;
    this.#differences = differences;
  }

  /** Made on demand: most programs read the changes of few snapshots. */
  get changes(): readonly Change<T>[] {
    return (this.#changes ??= inOrder(this.#own()).flatMap(changesOf));
  }

  get(key: string | ObjectName): T | undefined {
    return this.#map.get(keyOf(key))?.object;
  }

  has(key: string | ObjectName): boolean {
    return this.#map.get(keyOf(key)) !== undefined;
  }

  *keys(): IterableIterator<string> {
    for (const [key] of this.entrySet()) yield key;
  }

  *values(): IterableIterator<T> {
    for (const [, entry] of this.entrySet()) yield entry.object;
  }

  *entries(): IterableIterator<[string, T]> {
    for (const [key, entry] of this.entrySet()) yield [key, entry.object];
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.values();
  }

  changesSince(earlier: CacheSnapshot<T> | undefined): readonly Change<T>[] {
    if (this.#follows(earlier)) return this.changes;

    return inOrder(this.differencesSince(earlier)).flatMap((difference) =>
      isRepeated(difference) ? [] : changesOf(difference),
    );
  }

  toJSON(): SnapshotJson<T> {
    return {
      phase: this.phase,
      resourceVersion: this.resourceVersion,
      objects: Object.fromEntries(this.entries()),
    };
  }

  /** Tells snapshots apart for matchers that compare texts. It shows no object. */
  toString(): string {
    return `CacheSnapshot ${String(this[IDENTITY])} (${this.phase}, ${String(this.size)} objects)`;
  }

  /** Prints the first keys. Objects may be Secrets, so none is printed. */
  [INSPECT](): string {
    const keys: string[] = [];
    for (const key of this.keys()) {
      if (keys.push(key) === PRINTED_KEYS) break;
    }
    const rest = this.size - keys.length;
    if (rest > 0) keys.push(`… ${String(rest)} more`);

    return `CacheSnapshot (${this.phase}, ${String(this.size)} objects) { ${keys.join(', ')} }`;
  }

  /** The differences since an earlier snapshot, in no order. For views: no object is read. */
  differencesSince(earlier: CacheSnapshot<T> | undefined): readonly Difference<Entry<T>>[] {
    if (earlier === this) return NO_DIFFERENCES;
    if (this.#follows(earlier)) return this.#own();
    if (!(earlier instanceof MapSnapshot)) return additionsOf(this.#map);

    return this.#map.differencesFrom((earlier as MapSnapshot<T>).#map);
  }

  /** The entry of a key. For views: the object is not read. */
  entry(key: string): Entry<T> | undefined {
    return this.#map.get(key);
  }

  /** All entries by key. For views: no object is read. */
  entrySet(): Iterable<[string, Entry<T>]> {
    return this.#map.entries();
  }

  /** The set itself. For views that share it. */
  get map(): RerootingMap<Entry<T>> {
    return this.#map;
  }

  /** The joins between the server and this snapshot. */
  get depth(): number {
    return this.#depth;
  }

  #follows(earlier: CacheSnapshot<T> | undefined): boolean {
    return (
      earlier instanceof MapSnapshot &&
      (earlier as MapSnapshot<T>).#stream === this.#stream &&
      (earlier as MapSnapshot<T>).#sequence + 1 === this.#sequence
    );
  }

  #own(): readonly Difference<Entry<T>>[] {
    const known = this.#differences;
    if (typeof known !== 'function') return 'key' in known ? [known] : known;
    const made = known();
    this.#differences = made;

    return made;
  }
}

/** The differences of a snapshot that holds the set of its predecessor. */
export const NO_DIFFERENCES: readonly never[] = [];

/** Returns the key of an object by its place. */
export function keyOf(key: string | ObjectName): string {
  return typeof key === 'string' ? key : objectKey({ metadata: key });
}

/** Deletions come first, then the rest as it came. */
function inOrder<V>(differences: readonly Difference<V>[]): readonly Difference<V>[] {
  if (differences.length < 2) return differences;
  const gone = differences.filter(({ after }) => after === undefined);
  if (gone.length === 0) return differences;

  return [...gone, ...differences.filter(({ after }) => after !== undefined)];
}

/** Two streams may know one state of an object as two entries. */
function isRepeated({ before, after }: Difference<Entry<unknown>>): boolean {
  return before !== undefined && after !== undefined && isUnchanged(before, after);
}

function additionsOf<V>(map: RerootingMap<V>): readonly Difference<V>[] {
  const additions: Difference<V>[] = [];
  for (const [key, after] of map.entries()) {
    additions.push({ key, before: undefined, after, note: false, last: undefined });
  }

  return additions;
}
