import {
  describe,
  afterEach,
  beforeEach,
  expect as jestExpect,
  it as jestIt,
  jest,
} from '@jest/globals';

/** Tests that cannot run here, each with its reason. */
const NOT_HERE = new Map([
  [
    'differs from one of other objects for matchers that compare fields, and for vitest',
    'vitest passes over fields with a symbol as their key, and Jest compares them',
  ],
]);

jestExpect.extend({
  toHaveBeenCalledExactlyOnceWith(mock: jest.Mock, ...expected: readonly unknown[]) {
    const { calls } = mock.mock;

    return {
      pass: calls.length === 1 && this.equals(calls[0], expected),
      message: () => `expected one call, got ${String(calls.length)}`,
    };
  },
});

function test(title: string, run: () => void, timeout?: number): void {
  const reason = NOT_HERE.get(title);
  if (reason === undefined) jestIt(title, run, timeout);
  else jestIt(`${title} (not here: ${reason})`, () => undefined);
}

/** Jest takes no message for a failure. */
const withoutMessage = (value: unknown): unknown => jestExpect(value);

export { afterEach, beforeEach, describe, jest as vi };
export const it = Object.assign(test, jestIt);
export const expect = Object.assign(withoutMessage, jestExpect);
