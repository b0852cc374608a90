import { describe, expect, it } from 'vitest';

import { LearnedSilence, collectionOf } from './learned-silence.js';

const shortest = (): number => 0;
const middle = (): number => 0.5;

describe('LearnedSilence', () => {
  it('draws a limit for each watch from 75 to 90 s', () => {
    const learned = new LearnedSilence();

    expect([shortest, middle, () => 0.999_99].map((random) => learned.limitOf(random))).toEqual([
      75_000, 82_500, 89_999,
    ]);
  });

  it('doubles the limit of a quiet resource, and never shortens it for that', () => {
    const learned = new LearnedSilence();

    expect(learned.recordQuiet(80_000)).toBe(160_000);
    expect(learned.recordQuiet(75_000)).toBe(160_000);
    expect(learned.limitOf(middle)).toBe(160_000);
  });

  it('begins again after a missed event', () => {
    const learned = new LearnedSilence();
    learned.recordQuiet(80_000);

    expect(learned.recordMissed(middle)).toBe(82_500);
    expect(learned.limitOf(shortest)).toBe(75_000);
  });

  it.each([
    [30_000, 75_000],
    [20_000, 60_000],
    [100_000, 250_000],
  ])('takes 2.5 pauses of %i ms after three bookmarks, but at least a minute', (pause, limit) => {
    const learned = new LearnedSilence();

    expect([undefined, pause, pause / 2].map((each) => learned.recordBookmark(each))).toEqual([
      undefined,
      undefined,
      limit,
    ]);
    expect(learned.limitOf(shortest)).toBe(limit);
  });

  it('learns nothing from bookmarks of three watches', () => {
    const learned = new LearnedSilence();
    for (let bookmark = 0; bookmark < 5; bookmark++) learned.recordBookmark(undefined);

    expect(learned.limitOf(shortest)).toBe(75_000);
  });

  it('keeps a suspicion until the next watch of the collection', () => {
    const learned = new LearnedSilence();
    learned.recordSilence('a', 80_000);

    expect(['b', 'a', 'a'].map((each) => learned.takeSuspicion(each))).toEqual([
      undefined,
      80_000,
      undefined,
    ]);
  });
});

describe('collectionOf', () => {
  const request = { method: 'GET' as const, path: '/api/v1/pods', headers: {} };

  it('is the same for each version and lifetime, and not for other selectors', () => {
    const at = (query: Readonly<Record<string, string>>): string =>
      collectionOf({ ...request, query });

    expect(at({ resourceVersion: '1', timeoutSeconds: '240' })).toBe(at({ resourceVersion: '2' }));
    expect(at({ labelSelector: 'a' })).not.toBe(at({ fieldSelector: 'a' }));
  });
});
