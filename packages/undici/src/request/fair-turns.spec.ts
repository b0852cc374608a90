import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FairTurns } from './fair-turns.js';

/** Milliseconds; nothing but a reader takes time, and no turn ends while it reads. */
let now = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setImmediate', 'clearImmediate'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Played {
  readonly turns: FairTurns;
  readonly log: string[];
  /** Hands on chunks of 64 KiB that take their reader so many milliseconds each. */
  readonly take: (...milliseconds: readonly number[]) => void;
}

function play(isRead = true): Played {
  const log: string[] = [];
  const turns = new FairTurns({
    pause: () => log.push('pause'),
    resume: () => log.push('resume'),
  });

  return {
    turns,
    log,
    take: (...all) => {
      for (const milliseconds of all) {
        turns.take(() => {
          now += milliseconds;

          return isRead;
        });
      }
    },
  };
}

describe('FairTurns', () => {
  it('pauses a body whose reader has taken 8 ms, and goes on in the next turn', () => {
    const { take, log } = play();
    take(3, 3);
    expect(log).toEqual([]);
    take(3);
    expect(log).toEqual(['pause']);
    vi.runAllTimers();
    expect(log).toEqual(['pause', 'resume']);
    take(3, 3);
    expect(log).toHaveLength(2);
  });

  it('pauses once for the rest of a chunk', () => {
    const { take, log } = play();
    take(20, 1, 1);

    expect(log).toEqual(['pause']);
  });

  it('counts from zero after a gap', () => {
    const { take, log } = play();
    for (let chunk = 0; chunk < 10; chunk++) {
      take(5);
      now += 2;
    }

    expect(log).toEqual([]);
  });

  it('goes on with a full reader when it has room, whether or not it has had its turn', () => {
    const { take, log, turns } = play(false);
    take(1);
    expect(log).toEqual(['pause']);
    turns.drain();
    expect(log).toEqual(['pause', 'resume']);
    take(20);
    turns.drain();
    expect(log).toEqual(['pause', 'resume', 'pause', 'pause']);
    vi.runAllTimers();
    expect(log.at(-1)).toBe('resume');
    take(20);
    vi.runAllTimers();
    expect(log.at(-1)).toBe('pause');
    turns.drain();
    expect(log.at(-1)).toBe('resume');
  });

  it('leaves a body alone that has ended', () => {
    const { take, log, turns } = play();
    take(20);
    turns.end();
    vi.runAllTimers();

    expect(log).toEqual(['pause']);
  });
});
