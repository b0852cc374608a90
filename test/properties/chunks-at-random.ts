import { type Random } from './random.js';

/** Bytes in chunks of random sizes, from single bytes to one chunk for all. */
export function chunksAtRandom(bytes: Uint8Array, random: Random): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const most = random.pick([1, 3, 20, 200, 10_000]);
  for (let at = 0; at < bytes.length;) {
    const size = 1 + random.int(most);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }

  return chunks;
}
