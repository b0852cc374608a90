import { type Context, configure } from 'rxjs-marbles';
import { expect } from 'vitest';

const { marbles: schedule } = configure({
  run: true,
  frameworkMatcher: true,
  assert: (value: unknown, message: string) => {
    expect(value, message).toBeTruthy();
  },
  assertDeepEqual: same,
});

/**
 * Makes the body of a test that is drawn in marbles and runs on virtual time. Its failures are vitest's own.
 *
 * ```text
 * it('passes values on', marbles((m) => {
 *   m.expect(m.cold('-a|').pipe(identity)).toBeObservable('-a|');
 * }));
 * it.each([1, 2])('waits %i ms', marbles((m, wait: number) => { … }));
 * ```
 *
 * - Errors are equal only if their class, message and each of their fields are, wherever they stand, and their
 *   cause where one is expected.
 * - Expectations are looked at when the body returns, so a body that returns a promise fails.
 */
export function marbles<Row extends readonly unknown[]>(
  body: (m: Context, ...row: Row) => unknown,
): (...row: Row) => void {
  return (...row) => {
    schedule((m) => {
      // The matcher of rxjs-marbles would reduce an error to its name and message.
      m.scheduler.assertDeepEqual = same;
      const returned = body(m, ...row);
      if (returned instanceof Promise) throw new Error('a marble test must not be asynchronous');
    })();
  };
}

function same(actual: unknown, expected: unknown): void {
  expect(actual).toStrictEqual(expected);
}
