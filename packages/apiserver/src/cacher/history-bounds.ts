/** Milliseconds that the history reaches back on a real server: its bookmark period of 60 s, and 15 s to spare. */
export const DEFAULT_WINDOW = 75_000;

/** Changes that a watch cache keeps at least, and at most where the window is not above the default. */
const SMALLEST = 100;
const LARGEST = 102_400;
/** No count of a real server is above it. */
const LARGEST_INT32 = 2 ** 31 - 1;

/** How small and how large the history of a watch cache may be: a fixed size, or what a window of time needs. */
export function historyBounds(
  window: number,
  fixedSize?: number,
): { readonly smallest: number; readonly largest: number } {
  if (fixedSize !== undefined) return { smallest: fixedSize, largest: fixedSize };
  const doublings = Math.max(0, Math.ceil(Math.log2(window / DEFAULT_WINDOW)));

  return { smallest: SMALLEST, largest: Math.min(LARGEST * 2 ** doublings, LARGEST_INT32) };
}
