import { type ApiRequest } from '@rxkube/protocol';
import { Observable } from 'rxjs';

import { errorFrame } from '../presentation/event-frames.js';
import { connectionCut } from '../responses/connection-cut.js';
import { type BodyPoint, type Fault } from './fault.js';

const NEWLINE = 0x0a;

/** The effect of a fault on a body at one point. */
interface Spot {
  readonly point: BodyPoint;
  readonly act: 'garbage' | 'error' | 'end' | 'cut' | 'stall';
}

/**
 * Spoils a body at the points that a fault names. A point behind the end of the body is never
 * reached.
 */
export function spoilBody(
  body: Observable<Uint8Array>,
  fault: Fault,
  request: ApiRequest,
): Observable<Uint8Array> {
  const { garbage, error, end, cut, stall } = fault;
  const spots = [
    spot('garbage', garbage),
    spot('error', error),
    spot('end', end),
    spot('cut', cut),
    spot('stall', stall),
  ].filter((one) => one !== undefined);
  if (spots.length === 0) return body;
  const bytes =
    typeof garbage?.bytes === 'string' ? new TextEncoder().encode(garbage.bytes) : garbage?.bytes;

  // Not a pipe: a stalled body stays subscribed to its source, hides its end and passes on its
  // error.
  return new Observable((subscriber) => {
    const left = [...spots];
    let passedBytes = 0;
    let passedLines = 0;
    let stalled = false;
    const actAtPoint = (): void => {
      for (let at = 0; at < left.length && !subscriber.closed && !stalled;) {
        const here = left[at];
        if (here === undefined || !isReached(here.point, passedBytes, passedLines)) {
          at += 1;
          continue;
        }
        left.splice(at, 1);
        if (here.act === 'garbage' && bytes !== undefined) subscriber.next(bytes);
        if (here.act === 'error' && error !== undefined) subscriber.next(errorFrame(error.status));
        if (here.act === 'error' || here.act === 'end') subscriber.complete();
        if (here.act === 'cut') subscriber.error(connectionCut(request));
        if (here.act === 'stall') stalled = true;
      }
    };
    actAtPoint();
    if (subscriber.closed) return;
    subscriber.add(
      body.subscribe({
        next: (chunk) => {
          let start = 0;
          while (start < chunk.length && !stalled && !subscriber.closed) {
            const stop = nextStop(chunk, start, left, passedBytes);
            const piece = chunk.subarray(start, stop);
            passedBytes += piece.length;
            if (piece.at(-1) === NEWLINE) passedLines += 1;
            subscriber.next(piece);
            actAtPoint();
            start = stop;
          }
        },
        error: (problem: unknown) => {
          subscriber.error(problem);
        },
        complete: () => {
          if (!stalled) subscriber.complete();
        },
      }),
    );
  });
}

function spot(act: Spot['act'], point: BodyPoint | undefined): Spot | undefined {
  return point === undefined ? undefined : { act, point };
}

function isReached({ afterBytes, afterLines }: BodyPoint, bytes: number, lines: number): boolean {
  return afterLines === undefined ? bytes >= (afterBytes ?? 0) : lines >= afterLines;
}

/**
 * Returns the end of the next piece: behind a line, or at a point inside it, while points are left.
 */
function nextStop(
  chunk: Uint8Array,
  start: number,
  left: readonly Spot[],
  passedBytes: number,
): number {
  if (left.length === 0) return chunk.length;
  const newline = chunk.indexOf(NEWLINE, start);
  const lineEnd = newline === -1 ? chunk.length : newline + 1;
  const inside = left
    .map(({ point }) => start + (point.afterBytes ?? Infinity) - passedBytes)
    .filter((at) => at > start);

  return Math.min(lineEnd, ...inside);
}
