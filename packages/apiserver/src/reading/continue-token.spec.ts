import { type StatusError } from '@rxkube/protocol';
import { describe, expect, it } from 'vitest';

import { formatContinueToken, parseContinueToken } from './continue-token.js';

const everywhere = { prefix: '', slash: false };

function encoded(token: unknown): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function refusal(token: string): StatusError | undefined {
  try {
    parseContinueToken(token, everywhere);
  } catch (error) {
    return error as StatusError;
  }

  return undefined;
}

describe('a continue token', () => {
  it('has the form of a real server', () => {
    const token = formatContinueToken({ revision: 42, lastKey: 'default/a' }, everywhere);

    expect(token).toMatch(/^[-\w]+$/u);
    expect(Buffer.from(token, 'base64url').toString()).toBe(
      '{"v":"meta.k8s.io/v1","rv":42,"start":"default/a\\u0000"}',
    );
  });

  it.each([1, -1, 2 ** 52])('comes back as it went with revision %i', (revision) => {
    const token = { revision, lastKey: 'ns/ä~?>' };

    expect(parseContinueToken(formatContinueToken(token, everywhere), everywhere)).toEqual(token);
  });

  it.each([
    [{ prefix: '', slash: true }, '/ns/a'],
    [{ prefix: 'ns/', slash: true }, '/a'],
    [{ prefix: 'ns/', slash: false }, 'a'],
  ])('has a key below its collection, from a watch cache with a slash: %j', (base, start) => {
    const token = { revision: 7, lastKey: 'ns/a' };
    const text = formatContinueToken(token, base);

    expect(JSON.parse(Buffer.from(text, 'base64url').toString())).toMatchObject({
      start: `${start}\u0000`,
    });
    expect(parseContinueToken(text, base)).toEqual(token);
  });

  it.each([
    ['***', 'the token cannot be decoded'],
    ['', 'the token cannot be decoded'],
    [Buffer.from('no JSON').toString('base64url'), 'the token cannot be decoded'],
    [encoded([]), 'the token cannot be decoded'],
    [
      encoded({ v: 'meta.k8s.io/v1', rv: 0, start: 'a\u0000' }),
      'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    ],
    [
      encoded({ v: 'meta.k8s.io/v1', rv: 5, start: '' }),
      'encoded start key empty (version meta.k8s.io/v1)',
    ],
    [
      encoded({ v: 'other/v9', rv: 5, start: 'a' }),
      'server does not recognize this encoded version other/v9',
    ],
  ])('is refused as %j', (token, problem) => {
    expect(refusal(token)).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      serverMessage: `invalid continue token: continue key is not valid: ${problem}`,
    });
  });
});
