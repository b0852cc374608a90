import { type SnapshotState } from '@rxkube/snapshots';
import {
  type Difference,
  type Entry,
  type MapSnapshot,
  SnapshotLine,
} from '@rxkube/snapshots/internal';

/** The snapshots that a view emits. */
export class ViewLine<T> {
  readonly #line = new SnapshotLine<T>();
  #shown: SnapshotState | undefined;

  /** The entry that the view shows for a key. */
  get(key: string): Entry<T> | undefined {
    return this.#line.get(key);
  }

  /** All entries that the view shows. */
  entries(): Iterable<[string, Entry<T>]> {
    return this.#line.map.entries();
  }

  /**
   * Applies the edits of a view. Returns a snapshot if the set, the phase, the error or the progress differs from the
   * snapshot before.
   *
   * @param edits Each key may appear once, and `before` must be the entry that the view shows.
   */
  next(
    state: SnapshotState,
    edits: readonly Difference<Entry<T>>[],
    depth: number,
  ): MapSnapshot<T> | undefined {
    if (edits.length === 0 && this.#shown !== undefined && !isNews(this.#shown, state)) {
      return undefined;
    }
    this.#line.edit(edits);
    this.#line.depth = depth;
    const snapshot = this.#line.snapshot(state, edits);
    this.#shown = snapshot;

    return snapshot;
  }
}

/** Returns whether two states of one set are worth two snapshots. */
export function isNews(shown: SnapshotState, state: SnapshotState): boolean {
  return (
    shown.phase !== state.phase ||
    shown.error !== state.error ||
    shown.progress?.listed !== state.progress?.listed ||
    shown.progress?.remaining !== state.progress?.remaining ||
    shown.isComplete !== state.isComplete
  );
}
