/** The least number of changes that may wait for one watch. */
const SMALLEST = 10;
/**
 * Upper bounds, if a watch selects by the index of its resource, does not, or there is no index.
 */
const LARGEST = { used: 10, unused: 1_000, none: 100 } as const;

/** Whether the watch cache of a resource has an index, and whether a watch selects by it. */
export type IndexUse = keyof typeof LARGEST;

/**
 * Returns the number of changes that may wait for one watch, and of frames as well. It is about the
 * number that comes in a second, if the history is as long as its window needs.
 */
export function channelSize(capacity: number, window: number, index: IndexUse): number {
  return Math.min(Math.max(Math.ceil(capacity / (window / 1_000)), SMALLEST), LARGEST[index]);
}
