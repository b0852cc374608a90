import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';

import { peerSilence } from './peer-silence.js';

/** Sends a byte at each of these times (in milliseconds), and another one as the answer to a question. */
function silenceOf(times: readonly number[], answers: number, until: string): unknown {
  const scheduler = new TestScheduler((actual, expected) => {
    expect(actual).toEqual(expected);
  });
  const asked: number[] = [];
  let received = 0;
  scheduler.run(({ expectObservable }) => {
    for (const time of times) scheduler.schedule(() => (received += 1), time);
    const silence = peerSilence(
      {
        received: () => received,
        ask: () => {
          asked.push(scheduler.now());
          if (asked.length > answers) return;
          scheduler.schedule(() => (received += 1), 100);
        },
      },
      scheduler,
    );
    expectObservable(silence, '^ 200s !').toBe(until, { s: undefined });
  });

  return asked;
}

describe('peerSilence', () => {
  it('asks after 15 s without a byte, and emits 15 s later', () => {
    expect(silenceOf([], 0, '30s (s|)')).toEqual([15_000]);
  });

  it('counts from the last byte', () => {
    expect(silenceOf([1, 16_000, 40_000], 0, '75s (s|)')).toEqual([60_000]);
  });

  it('does not emit while the peer answers', () => {
    expect(silenceOf([], 2, '90s (s|)')).toEqual([15_000, 45_000, 75_000]);
  });

  it('asks nothing while there are bytes', () => {
    const always = Array.from({ length: 20 }, (_each, index) => index * 10_000 + 1);

    expect(silenceOf(always, 0, '')).toEqual([]);
  });
});
