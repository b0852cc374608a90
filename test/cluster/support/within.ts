import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at something that cannot be waited for in another way. */
const PAUSE = 100;

/**
 * Looks until a look gives something, and fails with what was last in the way once the time is over.
 *
 * @param milliseconds how long to go on
 * @param what it is about, for the error
 * @param look gives `undefined` or throws while it is too early
 */
export async function within<T>(
  milliseconds: number,
  what: string,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const end = performance.now() + milliseconds;
  let problem: unknown;
  do {
    try {
      const seen = await look();
      if (seen !== undefined) return seen;
      problem = undefined;
    } catch (error) {
      problem = error;
    }
    await sleep(PAUSE);
  } while (performance.now() < end);
  throw new Error(`${what}: not within ${String(milliseconds)} ms`, { cause: problem });
}
