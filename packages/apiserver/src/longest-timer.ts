/**
 * The longest delay of a timer in milliseconds, 24.8 days. Platforms take a longer one for none.
 */
export const LONGEST_TIMER = 2 ** 31 - 1;
