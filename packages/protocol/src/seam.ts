import { type SeamSearch, seamSearch } from './seam-search.js';

const SPACE = 0x20;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** `null` where the platform has none. */
let search: SeamSearch | null | undefined;

/**
 * Whether a brace that closes is followed by white space or by a bracket that opens: there one document may end and
 * another one begin. Go writes neither, except inside of strings.
 */
export function hasSeam(bytes: Uint8Array, start: number, end: number): boolean {
  if (search === undefined) search = seamSearch() ?? null;

  return search === null ? hasSeamByBytes(bytes, start, end) : search(bytes, start, end);
}

/** The same where there are no vectors, at ten times the cost. */
export function hasSeamByBytes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > SPACE && byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) continue;
    if (bytes[at - 1] === CLOSE_OBJECT) return true;
  }

  return false;
}
