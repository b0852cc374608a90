/** Milliseconds that timers of platforms can wait, 24.8 days: they take more for none, so whoever asks for more gets this. */
export const LONGEST_TIMER = 2 ** 31 - 1;
