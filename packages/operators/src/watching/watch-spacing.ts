/**
 * The starts of two watches are at least this far apart, however cleanly the first has ended. Milliseconds.
 *
 * A watch that ends sooner and brings nothing is a short watch.
 */
export const WATCH_SPACING = 1_000;
