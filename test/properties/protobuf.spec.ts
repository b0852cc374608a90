import { describe, expect, it } from 'vitest';

import { cutsChangeNothing, damageIsAnError } from './protobuf.js';
import { runsOf } from './runs.js';

describe('protobuf', () => {
  it('is read the same wherever it is cut', () => {
    const runs = runsOf(300);

    expect(cutsChangeNothing(runs)).toBe(runs.count);
  }, 60_000);

  it('is an error of ours where it is damaged', () => {
    const runs = runsOf(1_000);

    expect(damageIsAnError(runs)).toBe(runs.count);
  }, 60_000);
});
