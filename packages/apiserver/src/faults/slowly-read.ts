import { Observable, type SchedulerLike, type Subscription } from 'rxjs';

import { LONGEST_TIMER } from '../longest-timer.js';
import { type ReaderGate } from '../responses/reader-gate.js';
import { type BodyPoint } from './fault.js';

const NEWLINE = 0x0a;

/**
 * Delivers a body to a reader that stops reading at one point for a while.
 *
 * ```text
 * body    ab--c---d-|      the reader stops after a, for 6 ticks
 * result  a-----(bcd|)     b and c wait; d comes from the server once there is room
 * ```
 *
 * Bytes that have left the server wait here, and its gate holds the rest back. A cut connection
 * fails at once.
 */
export function slowlyRead(
  body: Observable<Uint8Array>,
  { for: pause = Infinity, ...point }: BodyPoint & { readonly for?: number | undefined },
  gate: ReaderGate | undefined,
  scheduler: SchedulerLike,
): Observable<Uint8Array> {
  // Not a pipe: the reader stops in the middle of a chunk, and closes the gate of the source at
  // once.
  return new Observable((subscriber) => {
    const held: Uint8Array[] = [];
    let left: BodyPoint | undefined = point;
    let pausing = false;
    let ended = false;
    let release = (): void => undefined;
    let resumption: Subscription | undefined;
    const resume = (): void => {
      pausing = false;
      for (const chunk of held.splice(0)) subscriber.next(chunk);
      release();
      if (ended) subscriber.complete();
    };
    const stop = (): void => {
      left = undefined;
      pausing = true;
      release = gate?.hold() ?? release;
      if (pause !== Infinity) {
        resumption = scheduler.schedule(resume, Math.min(pause, LONGEST_TIMER));
      }
    };
    const take = (chunk: Uint8Array): void => {
      if (pausing) held.push(chunk);
      else subscriber.next(chunk);
    };
    if (offsetOf(point, new Uint8Array()) === 0) stop();
    subscriber.add(() => {
      resumption?.unsubscribe();
      release();
    });
    subscriber.add(
      body.subscribe({
        next: (chunk) => {
          const offset = left === undefined ? undefined : offsetOf(left, chunk);
          if (left === undefined || offset === undefined) {
            left = left && rest(left, chunk);
            take(chunk);

            return;
          }
          take(chunk.subarray(0, offset));
          stop();
          if (offset < chunk.length) take(chunk.subarray(offset));
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
        complete: () => {
          ended = true;
          if (!pausing) subscriber.complete();
        },
      }),
    );
  });
}

/** Returns the place of a point in a chunk, if it is inside. */
function offsetOf({ afterBytes, afterLines }: BodyPoint, chunk: Uint8Array): number | undefined {
  if (afterLines === undefined) {
    const bytes = afterBytes ?? 0;

    return bytes <= chunk.length ? bytes : undefined;
  }
  let offset = 0;
  for (let line = 0; line < afterLines; line += 1) {
    const end = chunk.indexOf(NEWLINE, offset);
    if (end === -1) return undefined;
    offset = end + 1;
  }

  return offset;
}

/** Returns the point as it is counted from the end of a chunk. */
function rest({ afterBytes, afterLines }: BodyPoint, chunk: Uint8Array): BodyPoint {
  return afterLines === undefined
    ? { afterBytes: (afterBytes ?? 0) - chunk.length }
    : { afterLines: afterLines - chunk.filter((byte) => byte === NEWLINE).length };
}
