/**
 * Milliseconds that the history of a real server reaches back: its bookmark period of 60 s, and 15
 * s more.
 */
export const DEFAULT_WINDOW = 75_000;

/** The least number of changes that a watch cache keeps, and the most with the default window. */
const SMALLEST = 100;
const LARGEST = 102_400;
/** Counts of a real server are 32 bits wide. */
const LARGEST_INT32 = 2 ** 31 - 1;

/** Returns the bounds of a history: a fixed size, or the sizes that a window of time may need. */
export function historyBounds(
  window: number,
  fixedSize?: number,
): { readonly smallest: number; readonly largest: number } {
  if (fixedSize !== undefined) return { smallest: fixedSize, largest: fixedSize };
  const doublings = Math.max(0, Math.ceil(Math.log2(window / DEFAULT_WINDOW)));

  return { smallest: SMALLEST, largest: Math.min(LARGEST * 2 ** doublings, LARGEST_INT32) };
}
