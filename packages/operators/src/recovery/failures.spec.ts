import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';

import { Failures } from './failures.js';
import { Health } from './health.js';

/** A scheduler whose time is set by hand. */
class Clock extends TestScheduler {
  constructor() {
    super(() => undefined);
  }

  at(milliseconds: number): void {
    this.frame = milliseconds;
  }
}

function started(): {
  readonly clock: Clock;
  readonly health: Health;
  readonly failures: Failures;
} {
  const clock = new Clock();
  const health = new Health(clock);

  return { clock, health, failures: new Failures(health) };
}

describe('Failures', () => {
  it('counts failures in a row', () => {
    const { failures } = started();

    expect([failures.recordFailure(), failures.recordFailure(), failures.recordFailure()]).toEqual([
      0, 1, 2,
    ]);
  });

  it.each([
    { what: 'a watch that was open for 30 s', age: 30_000, event: undefined, before: 0 },
    { what: 'a watch that was open for less', age: 29_999, event: undefined, before: 2 },
    { what: 'an event after 10 s', age: 10_000, event: 10_000, before: 0 },
    { what: 'an event before that', age: 20_000, event: 9_999, before: 2 },
  ])('asks for sustained health: $what', ({ age, event, before }) => {
    const { clock, health, failures } = started();
    failures.recordFailure();
    failures.recordFailure();
    clock.at(5_000);
    health.started();
    if (event !== undefined) {
      clock.at(5_000 + event);
      health.live();
    }
    clock.at(5_000 + age);

    expect(failures.recordFailure()).toBe(before);
  });

  it('remembers health until the next failure asks', () => {
    const { clock, health, failures } = started();
    failures.recordFailure();
    health.started();
    clock.at(240_000);
    health.ended();
    health.started();
    clock.at(240_001);

    expect(failures.recordFailure()).toBe(0);
    expect(failures.recordFailure()).toBe(1);
  });

  it('measures each watch from its own start', () => {
    const { clock, health, failures } = started();
    failures.recordFailure();
    for (const at of [0, 20_000, 40_000]) {
      clock.at(at);
      health.started();
    }
    clock.at(60_000);

    expect(failures.recordFailure()).toBe(1);
  });

  it('does not count the time between watches', () => {
    const { clock, health, failures } = started();
    failures.recordFailure();
    health.started();
    clock.at(1_000);
    health.ended();
    clock.at(100_000);

    expect(failures.recordFailure()).toBe(1);
  });

  it('takes the first event for the start where nothing has told of it', () => {
    const { clock, health, failures } = started();
    failures.recordFailure();
    clock.at(50_000);
    health.live();
    clock.at(59_999);
    health.live();
    expect(failures.recordFailure()).toBe(1);

    health.live();
    clock.at(70_000);
    health.live();

    expect(failures.recordFailure()).toBe(0);
  });

  it('counts watches that were healthy, each once', () => {
    const { clock, health } = started();
    health.started();
    for (const at of [10_000, 20_000, 60_000]) {
      clock.at(at);
      health.live();
    }
    expect(health.times).toBe(1);
    health.ended();
    health.started();
    clock.at(90_000);
    health.ended();
    health.ended();
    expect(health.times).toBe(2);
    health.started();
    clock.at(99_999);
    health.live();
    expect(health.times).toBe(2);
  });
});
