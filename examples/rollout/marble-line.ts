import { type SyncEvent } from 'rxkube';
import { type OperatorFunction, bufferTime, map, scan } from 'rxjs';

/** Milliseconds that one dash stands for. */
const FRAME = 100;

const MARBLES = {
  ListStarted: 's',
  Listed: 'l',
  ListCompleted: 'c',
  WatchStarted: 'w',
  Applied: 'a',
  Deleted: 'd',
  Bookmarked: 'b',
  Interrupted: 'i',
} as const;

/** The meaning of each letter. A dash is 100 ms without an event. */
export const LEGEND = [
  's list started',
  'l objects listed',
  'c list complete',
  'w watch started',
  'a applied',
  'd deleted',
  'b bookmark',
  'i interrupted',
  '- 100 ms',
] as const;

/**
 * Draws what arrives as marbles: each frame shows what came in it, once.
 *
 * ```text
 * source   --a-b----aaad---
 * result   - b …            of 100 ms each: '-', '(ab)', '(ad)'
 * ```
 *
 * @param width characters to keep, the newest ones.
 */
export function marbleLine(width: number): OperatorFunction<SyncEvent<unknown>, string> {
  return (events) =>
    events.pipe(
      map((event) => MARBLES[event._tag]),
      bufferTime(FRAME),
      map((frame) => [...new Set(frame)].join('')),
      map((frame) => (frame.length > 1 ? `(${frame})` : frame === '' ? '-' : frame)),
      scan((line, frame) => `${line}${frame}`.slice(-width), ''),
    );
}
