import { describe, expect, it } from 'vitest';

import { type Change } from '../store/change.js';
import { WatchHistory } from './watch-history.js';

function change(revision: number): Change {
  return { revision, key: 'x', previous: undefined, current: undefined };
}

function historyOf(size: number, revisions: readonly number[]): WatchHistory {
  const history = new WatchHistory({ size, listRevision: 10 });
  for (const revision of revisions) history.add(change(revision));

  return history;
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

    expect(history.after(14).map(({ revision }) => revision)).toEqual([15, 20, 21]);
    expect(history.after(20).map(({ revision }) => revision)).toEqual([21]);
    expect(history.after(21)).toEqual([]);
  });

  it('forgets what lies below a revision, and goes on', () => {
    const history = historyOf(3, [12, 15, 20, 21]);
    history.trim(20);
    expect(history.oldest).toBe(20);
    expect(history.after(0).map(({ revision }) => revision)).toEqual([20, 21]);
    for (const revision of [30, 31, 32]) history.add(change(revision));

    expect(history.oldest).toBe(30);
    expect(history.after(0).map(({ revision }) => revision)).toEqual([30, 31, 32]);
  });

  it('remembers that it was trimmed above all that it has', () => {
    const history = historyOf(3, [12]);
    history.trim(50);
    history.trim(20);

    expect(history.oldest).toBe(50);
    expect(history.after(0)).toEqual([]);
  });
});
