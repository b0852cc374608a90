import { NEVER, concat, of, throwError, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';

import { onVirtualTime, virtualTimeOf } from './on-virtual-time.js';

describe('onVirtualTime', () => {
  it('lets hours pass at once, in order', () => {
    const seen: string[] = [];
    onVirtualTime((time) => {
      timer(7_200_000).subscribe(() => seen.push(`timer ${String(time.now())}`));
      time.at(3_600_000, () => {
        seen.push(`action ${String(time.now())}`);
      });
      time.run();
    });
    expect(seen).toEqual(['action 3600000', 'timer 7200000']);
  });

  it('records values, ends and failures with their times', () => {
    onVirtualTime((time) => {
      const ended = time.record(concat(of('a'), timer(5)), 100);
      const failed = time.record(
        concat(
          timer(5),
          throwError(() => new Error('x')),
        ),
        100,
      );
      const endless = time.record(concat(timer(5), NEVER), 100);
      time.run();
      expect(ended.values).toEqual([
        { at: 0, value: 'a' },
        { at: 5, value: 0 },
      ]);
      expect(ended.completedAt).toBe(5);
      expect(failed.failure).toMatchObject({ at: 5, error: { message: 'x' } });
      expect([endless.completedAt, endless.failure]).toEqual([undefined, undefined]);
      expect(time.now()).toBe(100);
    });
  });

  it('stops a recording early', () => {
    onVirtualTime((time) => {
      const recording = time.record(timer(5, 5), 100);
      time.at(12, () => {
        recording.unsubscribe();
      });
      time.run();
      expect(recording.values.map(({ at }) => at)).toEqual([5, 10]);
    });
  });

  it('gives back what the test returns, and passes its failures on', () => {
    expect(onVirtualTime(() => 42)).toBe(42);
    expect(() =>
      onVirtualTime(() => {
        throw new RangeError('mine');
      }),
    ).toThrow('mine');
  });
});

describe('the clock', () => {
  it('runs up to a moment, and goes on from there', () => {
    onVirtualTime((time) => {
      const seen: number[] = [];
      const subscription = timer(10, 10).subscribe(() => seen.push(time.now()));
      time.runTo(25);
      expect([seen, time.now()]).toEqual([[10, 20], 25]);
      time.runTo(30);
      expect(seen).toEqual([10, 20, 30]);
      subscription.unsubscribe();
      time.run();
    });
  });

  it('writes a story line by line', () => {
    onVirtualTime((time) => {
      expect(time.story(timer(5), String, 100)).toEqual(['5 0', '5 |']);
      const failing = throwError(() => new Error('x'));
      expect(time.story(failing, String, 200)).toEqual(['100 # Error: x']);
    });
  });

  it('is the clock of a marble test, too', () => {
    const scheduler = new TestScheduler(() => undefined);
    scheduler.run(({ cold }) => {
      expect(virtualTimeOf(scheduler).story(cold('-a|'), String, 10)).toEqual(['1 a', '2 |']);
    });
  });
});
