/**
 * The starts of two watches lie at least this far apart, however cleanly the first has ended. Milliseconds.
 *
 * One that ends sooner and brings nothing is a short watch.
 */
export const APART = 1_000;
