import { invalidArgument } from '@rxkube/protocol';
import { type SnapshotState } from '@rxkube/snapshots';
import { type Observable, type OperatorFunction, defer, filter, map, merge } from 'rxjs';

import { isNews } from '../view-line.js';
import { SortedMapSnapshot, type SortedSnapshot } from './sorted-snapshot.js';

/** A part of an order: the numbers from `start` up to `end`, which is outside. @since 0.1.0 */
export interface WindowRange {
  readonly start: number;
  readonly end: number;
}

/** The visible rows of a sorted snapshot, with its state. @since 0.1.0 */
export interface Window<T> extends Omit<SnapshotState, 'resourceVersion'> {
  /** The number of the first row. */
  readonly start: number;
  /** The number of all objects. */
  readonly total: number;
  readonly rows: readonly T[];
  /** The key of each row. */
  readonly keys: readonly string[];
}

/**
 * Shows the rows of a range that may move.
 *
 * ```text
 * source         f---g---h---i---|  f [a b c d], g: e before a, h: d changes, i: c changes
 * range          r--------------|   0 up to 2
 * windowObjects  F---G-----------|  F [a b] of 4, G [e a] of 5; h and i are outside
 * ```
 *
 * - It emits if a row, the start, the total, the phase, the error or the progress differs. A row keeps its identity.
 * - It emits nothing before the first range. A range outside of the order is cut. An impossible range is empty.
 * - It completes when both streams have.
 *
 * @since 0.1.0
 */
export function windowObjects<T>(
  ranges: Observable<WindowRange>,
): OperatorFunction<SortedSnapshot<T>, Window<T>> {
  return (source) =>
    defer(() => {
      let newest: SortedMapSnapshot<T> | undefined;
      let range: WindowRange | undefined;
      let shown: Window<T> | undefined;

      function show(): Window<T> | undefined {
        if (newest === undefined || range === undefined) return undefined;
        const made = windowOf(newest, range);
        if (shown !== undefined && isSameWindow(shown, made)) return undefined;
        shown = made;

        return made;
      }

      return merge(
        source.pipe(
          map((snapshot) => {
            if (!(snapshot instanceof SortedMapSnapshot)) throw notSorted();
            newest = snapshot as SortedMapSnapshot<T>;

            return show();
          }),
        ),
        ranges.pipe(
          map((next) => {
            range = next;

            return show();
          }),
        ),
      ).pipe(filter((window) => window !== undefined));
    });
}

function windowOf<T>(snapshot: SortedMapSnapshot<T>, range: WindowRange): Window<T> {
  const start = cut(range.start, snapshot.size);
  const entries = snapshot.rows(start, cut(range.end, snapshot.size));
  const { phase, error, retryAt, isComplete, since, lastContact, progress } = snapshot;
  const state = { phase, error, retryAt, isComplete, since, lastContact, progress };

  return {
    ...state,
    start,
    total: snapshot.size,
    rows: entries.map(([, entry]) => entry.object),
    keys: entries.map(([key]) => key),
  };
}

function notSorted(): Error {
  return invalidArgument('source', 'must be sorted; put sortObjects in front of windowObjects');
}

function cut(number: number, size: number): number {
  return Number.isNaN(number) ? 0 : Math.min(Math.max(Math.floor(number), 0), size);
}

function isSameWindow<T>(one: Window<T>, other: Window<T>): boolean {
  return (
    one.start === other.start &&
    one.total === other.total &&
    one.rows.length === other.rows.length &&
    one.rows.every((row, at) => row === other.rows[at]) &&
    one.keys.every((key, at) => key === other.keys[at]) &&
    !isNews({ ...one, resourceVersion: undefined }, { ...other, resourceVersion: undefined })
  );
}
