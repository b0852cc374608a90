import { describe, expect, it } from 'vitest';

import { List } from './list.js';

describe('List', () => {
  it.each([
    { metadata: {}, items: [] },
    { metadata: {}, items: null },
    { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '9' }, items: [null, 1, {}] },
    { metadata: { continue: 'token', remainingItemCount: 3 }, items: [] },
    { metadata: { remainingItemCount: null, selfLink: '' }, items: [] },
  ])('is %o', (value) => {
    expect(List.is(value)).toBe(true);
  });

  it.each([
    null,
    [],
    {},
    { items: [] },
    { metadata: {} },
    { metadata: null, items: [] },
    { metadata: {}, items: {} },
    { metadata: { resourceVersion: 9 }, items: [] },
    { metadata: { continue: 1 }, items: [] },
    { kind: 1, metadata: {}, items: [] },
  ])('is not %o', (value) => {
    expect(List.is(value)).toBe(false);
  });
});
