import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { excerpt } from './excerpt.js';

describe('excerpt', () => {
  it('masks the strings of JSON and keeps its keys, numbers and shape', () => {
    expect(excerpt('{"kind":"Secret","data":{"password" : "aHVudGVyMg=="},"n":3}')).toBe(
      '{"kind":"…","data":{"password" : "…"},"n":3}',
    );
  });

  it('masks strings in lists, strings with escapes and a string that is cut', () => {
    expect(excerpt('{"args":["--password=hunter2","b\\"c"],"token":"abc')).toBe(
      '{"args":["…","…"],"token":"…"',
    );
    expect(excerpt('"hunter2\\')).toBe('"…"');
  });

  it('masks keys and tokens outside of strings', () => {
    expect(excerpt('Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6IngifQ refused')).toBe('Bearer … refused');
  });

  it('keeps what tells a login page', () => {
    expect(excerpt('<html><title>Sign in</title>')).toBe('<html><title>Sign in</title>');
  });

  it('is cut to 200 characters and a mark', () => {
    expect(excerpt('a b '.repeat(100))).toHaveLength(201);
    expect(excerpt('')).toBe('');
  });

  it('never shows a value of a JSON document, wherever it is cut', () => {
    const document = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constant('hunter2 \\"x'),
        fc.integer(),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      map: fc.dictionary(fc.string({ maxLength: 4 }), tie('value'), { maxKeys: 4 }),
    })).value;

    fc.assert(
      fc.property(document, fc.nat(400), (value, end) => {
        expect(excerpt(JSON.stringify(value).slice(0, end))).not.toContain('hunter2');
      }),
    );
  });
});
