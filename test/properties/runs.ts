/** The number of runs of a property, and the first seed. */
export interface Runs {
  readonly first: number;
  readonly count: number;
}

/**
 * Reads `RXKUBE_SCHEDULES`, the number of schedules instead of `count`, for a long run. `RXKUBE_SEED` is the first seed.
 * Without the other variable it is the only one, which repeats a failure.
 */
export function runsOf(count: number, environment = process.env): Runs {
  const { RXKUBE_SEED: seed, RXKUBE_SCHEDULES: schedules } = environment;

  return {
    first: whole('RXKUBE_SEED', seed ?? '1'),
    count: whole('RXKUBE_SCHEDULES', schedules ?? (seed === undefined ? String(count) : '1')),
  };
}

/** Schedules of `npm test`. */
const SCHEDULES = 500;

/** The schedules in two halves, which make all of them. */
export function halves(environment = process.env): readonly [Runs, Runs] {
  const { first, count } = runsOf(SCHEDULES, environment);
  const half = Math.ceil(count / 2);

  return [
    { first, count: half },
    { first: first + half, count: count - half },
  ];
}

/** Checks each seed of the runs, and gives how many there were; a failure names its seed and how to repeat it alone. */
export function forEachSeed({ first, count }: Runs, check: (seed: number) => void): number {
  let ran = 0;
  for (let seed = first; seed < first + count; seed++) {
    try {
      check(seed);
    } catch (error) {
      if (error instanceof Error) {
        error.message = `seed ${String(seed)}: ${error.message}\nTo run it alone: RXKUBE_SEED=${String(seed)} ${COMMAND}`;
      }
      throw error;
    }
    ran++;
  }

  return ran;
}

const COMMAND =
  'npx vitest run --config test/config/vitest.config.ts --project protocol test/properties';

function whole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${name}=${text} must be a whole number above 0`);
}
