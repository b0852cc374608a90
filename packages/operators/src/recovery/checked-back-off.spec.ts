import { describe, expect, it } from 'vitest';

import { checkedBackOff } from './checked-back-off.js';

describe('checkedBackOff', () => {
  it('is the back-off that it is given', () => {
    expect([0, 1, 2].map(checkedBackOff((failures) => failures * 100))).toEqual([0, 100, 200]);
  });

  it('waits as long as a timer can where the back-off grows without a cap', () => {
    const backOff = checkedBackOff((failures) => 1_000 * 2 ** failures);

    expect([backOff(38), backOff(5_000)]).toEqual([2_147_483_647, 2_147_483_647]);
  });

  it.each([Number.NaN, -1])('takes %d for a mistake in the program', (pause) => {
    expect(() => checkedBackOff(() => pause)(2)).toThrow(
      `invalidArgument: backOff: it gave ${String(pause)} after 2 failures`,
    );
  });

  it('begins a list anew at once, unless the back-off says when', () => {
    const backOff = (failures: number): number => failures;

    expect(checkedBackOff(backOff).anew()).toBe(0);
    expect(checkedBackOff(Object.assign(backOff, { anew: () => 7 })).anew()).toBe(7);
  });
});
