import { type ListPage } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { version } from '../../../../test/laws/kube.js';
import { type PageOutcome, type Paging, afterPage, isEndless, newPaging } from './paging.js';

const cached: ListPage = { at: 'cached', limit: 2 };
const latest: ListPage = { at: 'latest', limit: 2 };
const first: PageOutcome = {
  outcome: 'page',
  version: version(10),
  token: 'x',
  size: { items: 1, bytes: 9 },
};
const second: PageOutcome = {
  outcome: 'page',
  version: version(11),
  token: 'y',
  size: { items: 2, bytes: 18 },
};
const last = {
  outcome: 'page' as const,
  version: version(12),
  token: undefined,
  size: { items: 3, bytes: 27 },
};
const expired: PageOutcome = { outcome: 'expiredToken' };
const broken: PageOutcome = { outcome: 'brokenToken' };

function listed(...outcomes: readonly PageOutcome[]): Paging {
  return outcomes.reduce(afterPage, newPaging(cached));
}

describe('afterPage', () => {
  it.each<{
    after: string;
    outcomes: readonly PageOutcome[];
    page: ListPage | undefined;
    weight: number;
  }>([
    {
      after: 'a page with a token',
      outcomes: [first],
      page: { at: 'continue', token: 'x', limit: 2 },
      weight: 0,
    },
    {
      after: 'a second page with a token',
      outcomes: [first, second],
      page: { at: 'continue', token: 'y', limit: 2 },
      weight: 0,
    },
    { after: 'a page without a token', outcomes: [first, last], page: undefined, weight: 0 },
    {
      after: 'the loss of the version',
      outcomes: [{ outcome: 'version' }],
      page: latest,
      weight: 0,
    },
    { after: 'an expired token', outcomes: [first, expired], page: cached, weight: 0 },
    {
      after: 'a second expired token',
      outcomes: [first, expired, first, expired],
      page: { at: 'notOlderThan', resourceVersion: version(10), limit: 0 },
      weight: 0,
    },
    {
      after: 'a third expired token',
      outcomes: [first, expired, first, expired, first, expired],
      page: latest,
      weight: 1,
    },
    {
      after: 'a fourth expired token',
      outcomes: [first, expired, first, expired, first, expired, first, expired],
      page: latest,
      weight: 2,
    },
    {
      after: 'a refused token',
      outcomes: [first, { outcome: 'refusedToken' }],
      page: cached,
      weight: 1,
    },
    { after: 'a broken token', outcomes: [first, broken], page: cached, weight: 1 },
    {
      after: 'a second broken token',
      outcomes: [first, broken, first, broken],
      page: cached,
      weight: 2,
    },
  ])('gives the next page after $after', ({ outcomes, page, weight }) => {
    const list = listed(...outcomes);

    expect([list.page, list.weight]).toEqual([page, weight]);
  });

  it('keeps the version of the first page', () => {
    expect(listed(first, second, last).version).toBe('10');
    expect(listed(first, broken, second).version).toBe('11');
  });

  it('notices a token that comes twice, until the list starts over', () => {
    expect(listed(first, first).isCircle).toBe(true);
    expect(listed(first, first, broken).isCircle).toBe(false);
    expect(listed(first, broken, first).isCircle).toBe(false);
  });

  it('F7 counts empty pages in a row, until an item comes', () => {
    const empty = (at: number, token = String(at), items = 1): PageOutcome => ({
      outcome: 'page',
      version: version(10),
      token,
      size: { items, bytes: at },
    });
    const nine = Array.from({ length: 9 }, (_, at) => empty(at));
    const more = empty(10, '10', 2);

    expect(isEndless(listed(first, ...nine))).toBe(false);
    expect(isEndless(listed(first, ...nine, empty(9)))).toBe(true);
    expect(isEndless(listed(first, ...nine, more, empty(11, '11', 2)))).toBe(false);
    expect(isEndless(listed(first, ...nine, { ...last, size: { items: 1, bytes: 9 } }))).toBe(
      false,
    );
  });

  it('remembers a refused token', () => {
    expect(listed(first, broken).isTokenRefused).toBe(false);
    expect(listed(first, { outcome: 'refusedToken' }, first).isTokenRefused).toBe(true);
  });
});
