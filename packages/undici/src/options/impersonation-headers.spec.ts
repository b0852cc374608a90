import { describe, expect, it } from 'vitest';

import { type Impersonation, impersonationHeaders } from './impersonation-headers.js';

describe('impersonationHeaders', () => {
  it('writes a header line for each value, keys escaped as client-go does, values in UTF-8', () => {
    const headers = impersonationHeaders({
      user: 'jürgen',
      uid: '42',
      groups: ['a', 'b, c'],
      extra: { 'Example.com/a%b': ['x', 'y'], ü: ['z'], none: [] },
    });

    expect(headers).toEqual({
      'impersonate-user': Buffer.from('jürgen').toString('latin1'),
      'impersonate-uid': '42',
      'impersonate-group': ['a', 'b, c'],
      'impersonate-extra-Example.com%2Fa%25b': ['x', 'y'],
      'impersonate-extra-%C3%BC': ['z'],
    });
  });

  it('writes nothing that is not said', () => {
    expect(impersonationHeaders(undefined)).toEqual({});
    expect(impersonationHeaders({ user: 'ann' })).toEqual({ 'impersonate-user': 'ann' });
  });

  it.each<Impersonation>([
    { user: '', groups: ['s3cret'] },
    { user: 's3cret\r\nx: y' },
    { user: 'ann', groups: ['s3cret\n'] },
    { user: 'ann', extra: { a: ['s3cret\u0000'] } },
  ])('refuses %o, and does not quote it', (impersonate) => {
    const write = (): unknown => impersonationHeaders(impersonate);

    expect(write).toThrow(expect.objectContaining({ field: 'impersonate' }));
    expect(write).not.toThrow(/s3cret/u);
  });
});
