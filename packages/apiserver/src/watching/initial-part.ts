import { type Change } from '../storage/change.js';
import { type Entry } from '../storage/object-table.js';
import { type ServedResource } from '../resources/served-resource.js';
import {
  type Matches,
  bookmarkFrame,
  changeFrame,
  initialFrame,
} from '../presentation/event-frames.js';
import { type Representation } from '../presentation/representation.js';
import { type HistoryEnd } from '../cacher/watch-history.js';

/** The frames with which a watch begins, made as they are taken. */
export type InitialPart = Iterator<Uint8Array, HistoryEnd>;

/** Each object that matches, and behind them the mark of their end where a revision is given for it. */
export function* initialObjects(
  served: ServedResource,
  entries: readonly Entry[],
  matches: Matches,
  representation: Representation,
  markAt: number | undefined,
): Generator<Uint8Array, HistoryEnd> {
  for (const [, object] of entries) {
    if (matches(object)) yield initialFrame(object, representation);
  }
  if (markAt !== undefined) yield bookmarkFrame(served, representation, markAt, true);

  return 'complete';
}

/** The changes since the version that the watch begins at. */
export function* initialChanges(
  changes: Iterator<Change, HistoryEnd>,
  matches: Matches,
  representation: Representation,
): Generator<Uint8Array, HistoryEnd> {
  for (;;) {
    const next = changes.next();
    if (next.done === true) return next.value;
    const frame = changeFrame(next.value, matches, representation);
    if (frame !== undefined) yield frame;
  }
}

/** Changes that cannot be overwritten. */
export function* allOf(changes: readonly Change[]): Generator<Change, HistoryEnd> {
  yield* changes;

  return 'complete';
}
