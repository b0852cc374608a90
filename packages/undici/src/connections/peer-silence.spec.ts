import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';

import { peerSilence } from './peer-silence.js';

/** Sends a byte at each of these times (in milliseconds), and another byte as the reply to a question. */
function silenceOf(
  times: readonly number[],
  answers: number,
  until: string,
  writes = true,
): unknown {
  const scheduler = new TestScheduler((actual, expected) => {
    expect(actual).toEqual(expected);
  });
  const asked: number[] = [];
  let received = 0;
  let sent = 0;
  scheduler.run(({ expectObservable }) => {
    for (const time of times) scheduler.schedule(() => (received += 1), time);
    const silence = peerSilence(
      {
        received: () => received,
        sent: () => sent,
        ask: () => {
          asked.push(scheduler.now());
          if (writes) sent += 1;
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
  it('asks after 5 s without a byte, and emits 15 s later', () => {
    expect(silenceOf([], 0, '20s (s|)')).toEqual([5_000]);
  });

  it('F11 emits at the next check if the question was not written', () => {
    expect(silenceOf([], 0, '10s (s|)', false)).toEqual([5_000]);
  });

  it('counts from the last byte', () => {
    expect(silenceOf([1, 6_000, 12_000], 0, '35s (s|)')).toEqual([20_000]);
  });

  it('does not emit while the peer answers', () => {
    expect(silenceOf([], 2, '40s (s|)')).toEqual([5_000, 15_000, 25_000]);
  });

  it('asks nothing while there are bytes', () => {
    const always = Array.from({ length: 50 }, (_each, index) => index * 4_000 + 1);

    expect(silenceOf(always, 0, '')).toEqual([]);
  });
});
