import { describe, expect, it } from 'vitest';

import { validatedBackOff } from './validated-back-off.js';

describe('validatedBackOff', () => {
  it('keeps the delays of the back-off', () => {
    expect([0, 1, 2].map(validatedBackOff((failures) => failures * 100))).toEqual([0, 100, 200]);
  });

  it('waits as long as a timer can if the back-off grows without a cap', () => {
    const backOff = validatedBackOff((failures) => 1_000 * 2 ** failures);

    expect([backOff(38), backOff(5_000)]).toEqual([2_147_483_647, 2_147_483_647]);
  });

  it.each([Number.NaN, -1])('rejects %d', (delay) => {
    expect(() => validatedBackOff(() => delay)(2)).toThrow(
      `invalidArgument: backOff: must return milliseconds, 0 or more, got ${String(delay)} after 2 failures`,
    );
  });
});
