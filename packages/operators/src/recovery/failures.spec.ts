import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';

import { Failures } from './failures.js';

/** A scheduler whose time is set by hand. */
class Clock extends TestScheduler {
  constructor() {
    super(() => undefined);
  }

  at(milliseconds: number): void {
    this.frame = milliseconds;
  }
}

function started(): { readonly clock: Clock; readonly failures: Failures } {
  const clock = new Clock();
  const failures = new Failures(clock);

  return { clock, failures };
}

describe('Failures', () => {
  it('counts failures in a row', () => {
    const { failures } = started();

    expect([failures.failed(), failures.failed(), failures.failed()]).toEqual([0, 1, 2]);
  });

  it.each([
    { what: 'a watch that was open for 30 s', age: 30_000, event: undefined, before: 0 },
    { what: 'a watch that was open for less', age: 29_999, event: undefined, before: 2 },
    { what: 'an event after 10 s', age: 10_000, event: 10_000, before: 0 },
    { what: 'an event before that', age: 20_000, event: 9_999, before: 2 },
  ])('asks for sustained health: $what', ({ age, event, before }) => {
    const { clock, failures } = started();
    failures.failed();
    failures.failed();
    clock.at(5_000);
    failures.started();
    if (event !== undefined) {
      clock.at(5_000 + event);
      failures.live();
    }
    clock.at(5_000 + age);

    expect(failures.failed()).toBe(before);
  });

  it('remembers health until the next failure asks', () => {
    const { clock, failures } = started();
    failures.failed();
    failures.started();
    clock.at(240_000);
    failures.ended();
    failures.started();
    clock.at(240_001);

    expect(failures.failed()).toBe(0);
    expect(failures.failed()).toBe(1);
  });

  it('measures each watch from its own start', () => {
    const { clock, failures } = started();
    failures.failed();
    for (const at of [0, 20_000, 40_000]) {
      clock.at(at);
      failures.started();
    }
    clock.at(60_000);

    expect(failures.failed()).toBe(1);
  });

  it('does not count the time between watches', () => {
    const { clock, failures } = started();
    failures.failed();
    failures.started();
    clock.at(1_000);
    failures.ended();
    clock.at(100_000);

    expect(failures.failed()).toBe(1);
  });

  it('takes the first event for the start where nothing has told of it', () => {
    const { clock, failures } = started();
    failures.failed();
    clock.at(50_000);
    failures.live();
    clock.at(59_999);
    failures.live();
    expect(failures.failed()).toBe(1);

    failures.live();
    clock.at(70_000);
    failures.live();

    expect(failures.failed()).toBe(0);
  });

  it('counts watches that were healthy, each once', () => {
    const { clock, failures } = started();
    failures.started();
    for (const at of [10_000, 20_000, 60_000]) {
      clock.at(at);
      failures.live();
    }
    expect(failures.healths).toBe(1);
    failures.ended();
    failures.started();
    clock.at(90_000);
    failures.ended();
    failures.ended();
    expect(failures.healths).toBe(2);
    failures.started();
    clock.at(99_999);
    failures.live();
    expect(failures.healths).toBe(2);
  });
});
