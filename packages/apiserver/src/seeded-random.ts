/**
 * Makes a source of chance that gives the same numbers for the same seed, in [0, 1): mulberry32, 32
 * bits of state.
 *
 * Use it for jitter and names, never for secrets.
 *
 * @since 0.1.0
 */
export function seededRandom(seed = 1): () => number {
  let state = seed >>> 0;

  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
