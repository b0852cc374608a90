import { describe, expect, it } from 'vitest';

import { type ApiRequest, isWatch, requestName, requestTarget } from './request.js';

function get(query: Record<string, string>): ApiRequest {
  return { method: 'GET', path: '/api/v1/pods', query, headers: {} };
}

describe('requestTarget', () => {
  it('is the path alone where there is no query', () => {
    expect(requestTarget(get({}))).toBe('/api/v1/pods');
  });

  it('encodes names and values, in their order', () => {
    expect(
      requestTarget(get({ labelSelector: 'a in (b,c),!d', fieldSelector: 'x=1&y', 'ü ': '+' })),
    ).toBe(
      '/api/v1/pods?labelSelector=a%20in%20(b%2Cc)%2C!d&fieldSelector=x%3D1%26y&%C3%BC%20=%2B',
    );
  });

  it('reads back as it was', () => {
    const query = { continue: 'a+b/c==', labelSelector: 'a!=b#c' };
    const { searchParams } = new URL(requestTarget(get(query)), 'http://127.0.0.1');

    expect(Object.fromEntries(searchParams)).toEqual(query);
  });
});

describe('isWatch', () => {
  it.each(['true', '1', 'yes', ''])('is true for watch=%s, as on a server', (watch) => {
    expect(isWatch(get({ watch }))).toBe(true);
  });

  it.each(['false', 'FALSE', '0'])('is false for watch=%s', (watch) => {
    expect(isWatch(get({ watch }))).toBe(false);
  });

  it('is false for a list', () => {
    expect(isWatch(get({ limit: '500' }))).toBe(false);
  });
});

describe('requestName', () => {
  it('has no query, since a selector may name what is confidential', () => {
    expect(requestName(get({ labelSelector: 'customer=acme' }))).toBe('GET /api/v1/pods');
  });
});
