import { type VirtualTime, virtualTimeOf } from '@rxkube/testing';
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

/** The tools of a marble test, and its clock. */
export type Marbles = Context & { readonly time: VirtualTime };

/**
 * Makes the body of a test that is drawn in marbles and runs on virtual time. It fails with the errors of vitest.
 *
 * ```text
 * it('passes values on', marbles((m) => {
 *   m.expect(m.cold('-a|').pipe(identity)).toBeObservable('-a|');
 * }));
 * it.each([1, 2])('waits %i ms', marbles((m, wait: number) => { … }));
 * ```
 *
 * - Errors are equal if their class, message and fields are, at any depth. The cause counts if you expect one.
 * - Expectations are checked when the body returns, so a body that returns a promise fails.
 */
export function marbles<Row extends readonly unknown[]>(
  body: (m: Marbles, ...row: Row) => unknown,
): (...row: Row) => void {
  return (...row) => {
    schedule((m) => {
      // The matcher of rxjs-marbles would reduce an error to its name and message.
      m.scheduler.assertDeepEqual = same;
      const returned = body(Object.assign(m, { time: virtualTimeOf(m.scheduler) }), ...row);
      if (returned instanceof Promise) throw new Error('a marble test must not be asynchronous');
    })();
  };
}

function same(actual: unknown, expected: unknown): void {
  expect(actual).toStrictEqual(expected);
}
