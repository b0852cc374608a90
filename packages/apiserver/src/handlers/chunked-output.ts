import { type Subscriber } from 'rxjs';

/** Frames that are there at once share chunks of about this many bytes, as they share flushes on a server. */
const CHUNK = 64 * 1024;

/** Collects frames and sends them in chunks. */
export function chunkedOutput(subscriber: Subscriber<Uint8Array>): {
  readonly add: (frame: Uint8Array) => void;
  readonly flush: () => void;
} {
  let frames: Uint8Array[] = [];
  let size = 0;
  const flush = (): void => {
    if (size === 0) return;
    const chunk = new Uint8Array(size);
    let at = 0;
    for (const frame of frames) {
      chunk.set(frame, at);
      at += frame.length;
    }
    frames = [];
    size = 0;
    subscriber.next(chunk);
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
