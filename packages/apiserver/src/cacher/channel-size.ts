/** Changes that wait for one watch at least. */
const SMALLEST = 10;
/** Bounds by how well the watch cache can tell who wants a change: an index that is used, one that is not, none. */
const LARGEST = { used: 10, unused: 1_000, none: 100 } as const;

/** Whether the watch cache has an index for a resource, and whether a watch selects by it. */
export type IndexUse = keyof typeof LARGEST;

/**
 * How many changes may wait for one watch, and as many frames of it: about as many as come in a second where the history
 * is as long as its window needs.
 */
export function channelSize(capacity: number, window: number, index: IndexUse): number {
  return Math.min(Math.max(Math.ceil(capacity / (window / 1_000)), SMALLEST), LARGEST[index]);
}
