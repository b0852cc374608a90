import { type Subscriber } from 'rxjs';

/**
 * Bytes of a chunk that frames share if they are ready together, as they share flushes on a server.
 */
const CHUNK = 64 * 1024;

/**
 * Collects frames and sends them in chunks. A single frame is its own chunk, which watches share.
 */
export function chunkedOutput(subscriber: Subscriber<Uint8Array>): {
  readonly add: (frame: Uint8Array) => void;
  /** Sends the collected frames. Returns whether there were any. */
  readonly flush: () => boolean;
} {
  let frames: Uint8Array[] = [];
  let size = 0;
  const flush = (): boolean => {
    const [only, ...more] = frames;
    if (only === undefined) return false;
    const chunk = more.length === 0 ? only : joined(frames, size);
    frames = [];
    size = 0;
    subscriber.next(chunk);

    return true;
  };

  return {
    flush,
    add: (frame) => {
      frames.push(frame);
      size += frame.length;
      if (size >= CHUNK) flush();
    },
  };
}

function joined(frames: readonly Uint8Array[], size: number): Uint8Array {
  const chunk = new Uint8Array(size);
  let at = 0;
  for (const frame of frames) {
    chunk.set(frame, at);
    at += frame.length;
  }

  return chunk;
}
