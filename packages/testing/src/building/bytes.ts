import { encodeUtf8 } from '@rxkube/protocol/internal';

import { frameOf } from './frame-of.js';

/** Encodes texts as UTF-8, and each other value as one line of JSON. @since 0.1.0 */
export function bytesOf(...values: readonly unknown[]): Uint8Array {
  return encodeUtf8(
    values
      .map((value) => (typeof value === 'string' ? value : `${JSON.stringify(value)}\n`))
      .join(''),
  );
}

/** Encodes watch documents from their short forms: `frameBytes('+a@u1/11', 'BM/20')`. @since 0.1.0 */
export function frameBytes(...shorts: readonly string[]): Uint8Array {
  return bytesOf(...shorts.map((short) => frameOf(short)));
}

/** Cuts bytes into chunks of at most `size`. @since 0.1.0 */
export function chunksOf(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.ceil(bytes.length / size);

  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
