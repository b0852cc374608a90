import { hasSeam as hasSeamByBytes } from '../plain/seam.js';
import { type SeamSearch, seamSearch } from './seam-search.js';

/** `null` if the platform has none. */
let search: SeamSearch | null | undefined;

/** Gives the same result as the plain `hasSeam`, at a tenth of its cost if the platform has vector instructions. */
export function hasSeam(bytes: Uint8Array, start: number, end: number): boolean {
  if (search === undefined) search = seamSearch() ?? null;

  return search === null ? hasSeamByBytes(bytes, start, end) : search(bytes, start, end);
}
