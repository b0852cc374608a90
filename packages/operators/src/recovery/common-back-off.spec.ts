import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { commonBackOff } from './common-back-off.js';
import { Failures } from './failures.js';

const seconds = (failures: number): number => failures * 1_000;

describe('commonBackOff', () => {
  it('goes on where another loop has stopped', () => {
    const backOff = commonBackOff(seconds, new Failures(new VirtualTimeScheduler()));

    expect([backOff(1), backOff(2), backOff(1), backOff(1)]).toEqual([1_000, 2_000, 3_000, 4_000]);
  });

  it('leaves a loop alone that is further', () => {
    const backOff = commonBackOff(seconds, new Failures(new VirtualTimeScheduler()));

    expect([backOff(38), backOff(1)]).toEqual([38_000, 2_000]);
  });

  it('does not pace the first relist', () => {
    const backOff = commonBackOff(seconds, new Failures(new VirtualTimeScheduler()));

    expect([backOff(1), backOff(0), backOff(1)]).toEqual([1_000, 0, 2_000]);
  });

  it('begins again after sustained health', () => {
    const scheduler = new VirtualTimeScheduler();
    const failures = new Failures(scheduler);
    const backOff = commonBackOff(seconds, failures);
    const before = [backOff(1), backOff(1)];
    failures.started();
    scheduler.frame = 30_000;

    expect([...before, backOff(1)]).toEqual([1_000, 2_000, 1_000]);
  });
});
