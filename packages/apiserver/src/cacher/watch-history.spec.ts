import { describe, expect, it } from 'vitest';

import { type Change } from '../storage/change.js';
import { type HistoryEnd, WatchHistory } from './watch-history.js';

function change(revision: number): Change {
  return { revision, key: 'x', previous: undefined, current: undefined };
}

function historyOf(size: number, revisions: readonly number[]): WatchHistory {
  const history = new WatchHistory({ smallest: size, largest: size, window: 75, listRevision: 10 });
  for (const revision of revisions) history.add(change(revision), 0);

  return history;
}

function revisionsAfter(history: WatchHistory, revision: number): number[] {
  return [...history.after(revision)].map((read) => read.revision);
}

describe('WatchHistory', () => {
  it.each([
    { size: 3, added: [], oldest: 11 },
    { size: 3, added: [12], oldest: 11 },
    { size: 3, added: [12, 15, 20], oldest: 11 },
    { size: 3, added: [12, 15, 20, 21], oldest: 15 },
    { size: 3, added: [12, 15, 20, 21, 30, 40, 41], oldest: 30 },
    { size: 1, added: [12, 15], oldest: 15 },
  ])('delivers from $oldest on with $size places and $added', ({ size, added, oldest }) => {
    expect(historyOf(size, added).oldest).toBe(oldest);
  });

  it('gives the changes above a revision in their order, also when it has gone round', () => {
    const history = historyOf(3, [12, 15, 20, 21]);

    expect(revisionsAfter(history, 14)).toEqual([15, 20, 21]);
    expect(revisionsAfter(history, 20)).toEqual([21]);
    expect(revisionsAfter(history, 21)).toEqual([]);
  });

  it('forgets the changes below a revision, and continues', () => {
    const history = historyOf(3, [12, 15, 20, 21]);
    history.trim(20);
    expect(history.oldest).toBe(20);
    expect(revisionsAfter(history, 0)).toEqual([20, 21]);
    for (const revision of [30, 31, 32]) history.add(change(revision), 0);

    expect(history.oldest).toBe(30);
    expect(revisionsAfter(history, 0)).toEqual([30, 31, 32]);
  });

  it('remembers that it was trimmed above all that it has', () => {
    const history = historyOf(3, [12]);
    history.trim(50);
    history.trim(20);

    expect(history.oldest).toBe(50);
    expect(revisionsAfter(history, 0)).toEqual([]);
  });

  describe('that adapts', () => {
    /**
     * Of 4 to 16 changes, with a window of 75 ms; changes come at the given times, with revisions
     * from 11 on.
     */
    function adapting(times: readonly number[]): WatchHistory {
      const history = new WatchHistory({ smallest: 4, largest: 16, window: 75, listRevision: 10 });
      for (const [at, time] of times.entries()) history.add(change(11 + at), time);

      return history;
    }
    const busy = (count: number, from = 0, step = 1): number[] =>
      Array.from({ length: count }, (_, at) => from + at * step);

    it.each([
      { about: 'is not full', times: busy(4), capacity: 4, oldest: 11 },
      { about: 'is full of young changes', times: busy(5), capacity: 8, oldest: 11 },
      { about: 'is full again', times: busy(9), capacity: 16, oldest: 11 },
      { about: 'is at its bound', times: busy(40), capacity: 16, oldest: 35 },
      { about: 'reaches back far enough', times: busy(5, 0, 25), capacity: 4, oldest: 12 },
      { about: 'reaches back by a moment less', times: [1, 2, 3, 4, 75], capacity: 8, oldest: 11 },
    ])('has $capacity places once it $about', ({ times, capacity, oldest }) => {
      const history = adapting(times);

      expect([history.capacity, history.oldest]).toEqual([capacity, oldest]);
    });

    it.each([
      { about: 'the newest quarter is older than the window', at: 88, capacity: 4, oldest: 16 },
      { about: 'it is just as old', at: 81, capacity: 8, oldest: 12 },
    ])('has $capacity places after a quiet time in which $about', ({ at, capacity, oldest }) => {
      // Eight changes from 0 to 7: the newest quarter begins with the one at 6.
      const history = adapting([...busy(8), at]);

      expect([history.capacity, history.oldest]).toEqual([capacity, oldest]);
      expect(revisionsAfter(history, 0).at(-1)).toBe(19);
      expect(revisionsAfter(history, 0)[0]).toBe(oldest);
    });

    it('keeps all of a window, and their order, while it grows and has gone round', () => {
      const history = adapting([...busy(3), 200, ...busy(12, 300)]);

      expect(history.capacity).toBe(16);
      expect(revisionsAfter(history, 14)).toEqual(busy(12, 15));
    });
  });

  describe('that is read slowly', () => {
    /** Reads on to the end, and says how it ended. */
    function endOf(reading: Generator<Change, HistoryEnd>): { read: number; end: HistoryEnd } {
      let read = 0;
      for (;;) {
        const next = reading.next();
        if (next.done === true) return { read, end: next.value };
        read += 1;
      }
    }

    it('gives the changes that existed when the reading began', () => {
      const history = historyOf(300, [11, 12, 13]);
      const reading = history.after(11);
      history.add(change(14), 0);

      expect(endOf(reading)).toEqual({ read: 2, end: 'complete' });
    });

    it('is read a hundred at a time, and says that the rest was overwritten', () => {
      const revisions = Array.from({ length: 150 }, (_, at) => 11 + at);
      const history = historyOf(150, revisions);
      const reading = history.after(10);
      reading.next();
      for (let at = 0; at < 100; at += 1) history.add(change(200 + at), 0);
      const first = history.after(0);
      first.next();

      expect(endOf(reading)).toEqual({ read: 149, end: 'complete' });
      history.add(change(300), 0);
      expect(endOf(first)).toEqual({ read: 149, end: 'complete' });
    });

    it('ends if the next hundred begins too late', () => {
      const revisions = Array.from({ length: 150 }, (_, at) => 11 + at);
      const history = historyOf(150, revisions);
      const reading = history.after(10);
      reading.next();
      for (let at = 0; at < 101; at += 1) history.add(change(200 + at), 0);

      expect(endOf(reading)).toEqual({ read: 99, end: 'overwritten' });
    });
  });
});
