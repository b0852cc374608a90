import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at something that cannot be waited for in another way. */
const PAUSE = 100;

/**
 * Repeats a check until it returns a value. When the time is over, fails with the last obstacle.
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
