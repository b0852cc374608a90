import { type HistoryEnd } from '../cacher/watch-history.js';
import { bookmarkFrame, changeFrame, initialFrame } from '../presentation/event-frames.js';
import { type Change } from '../storage/change.js';
import { type KeyedObject } from '../objects/sorted-objects.js';
import { type WatchSubject } from './watch-subject.js';

/** The frames with which a watch begins, made as they are taken. */
export type InitialPart = Iterator<Uint8Array, HistoryEnd>;

type FrameForm = Pick<WatchSubject, 'served' | 'selection' | 'representation'>;

/** Gives each object that matches, and then the end mark if there is a revision for it. */
export function* initialObjects(
  { served, selection, representation }: FrameForm,
  entries: readonly KeyedObject[],
  markAt: number | undefined,
): Generator<Uint8Array, HistoryEnd> {
  for (const [, object] of entries) {
    if (selection.matches(object)) yield initialFrame(object, representation);
  }
  if (markAt !== undefined) yield bookmarkFrame(served, representation, markAt, true);

  return 'complete';
}

/** Gives the changes since the version at which the watch begins. */
export function* initialChanges(
  { selection, representation }: FrameForm,
  changes: Iterator<Change, HistoryEnd>,
): Generator<Uint8Array, HistoryEnd> {
  for (;;) {
    const next = changes.next();
    if (next.done === true) return next.value;
    const frame = changeFrame(next.value, selection.matches, representation);
    if (frame !== undefined) yield frame;
  }
}

/** Gives changes that cannot be overwritten. */
export function* keptChanges(changes: readonly Change[]): Generator<Change, HistoryEnd> {
  yield* changes;

  return 'complete';
}
