/**
 * How many runs a property makes, and from which seed. `RXKUBE_RUNS` multiplies them for a long run, `RXKUBE_SEED`
 * repeats from a seed that a failure has named.
 */
export function forEachSeed(runs: number, check: (seed: number) => void): void {
  const { RXKUBE_RUNS = '1', RXKUBE_SEED = '1' } = process.env;
  const first = Number(RXKUBE_SEED);
  const last = first + Math.ceil(runs * Number(RXKUBE_RUNS));
  for (let seed = first; seed < last; seed++) {
    try {
      check(seed);
    } catch (error) {
      if (error instanceof Error) error.message = `seed ${String(seed)}: ${error.message}`;
      throw error;
    }
  }
}
