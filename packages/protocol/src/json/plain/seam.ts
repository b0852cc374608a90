import { SPACE, OPEN_ARRAY, OPEN_OBJECT, CLOSE_OBJECT } from './bytes.js';

/**
 * Says whether a closing brace is followed by white space or by an opening bracket. One document may end there and
 * another one begin. Go writes neither, except inside strings.
 */
export function hasSeam(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > SPACE && byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) continue;
    if (bytes[at - 1] === CLOSE_OBJECT) return true;
  }

  return false;
}
