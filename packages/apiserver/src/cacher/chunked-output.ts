import { type Subscriber } from 'rxjs';

/** Frames that are there at once share chunks of about this many bytes, as they share flushes on a server. */
const CHUNK = 64 * 1024;

/** Collects frames and sends them in chunks; one that comes alone is its own chunk, which watches then share. */
export function chunkedOutput(subscriber: Subscriber<Uint8Array>): {
  readonly add: (frame: Uint8Array) => void;
  /** Sends what is there, and says whether there was anything. */
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
