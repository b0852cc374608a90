import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { excerpt } from './excerpt.js';

describe('excerpt', () => {
  it('keeps the punctuation, so that JSON and a login page look different', () => {
    expect(excerpt('{"kind":"Secret","data":{"password" : "aHVudGVyMg=="},"n":3}')).toBe(
      '{"…":"…","…":{"…":"…"},"…":…}',
    );
    expect(excerpt('<html><title>Sign in</title>')).toBe('<…><…>…<…>');
  });

  it('shows no data if a quote is lost (F3)', () => {
    const frame = '{"type":"ADDED","object":{"kind":"Secret","data":{"password":"hunter2"}}}';
    for (let lost = 0; lost < frame.length; lost++) {
      const shown = excerpt(frame.slice(0, lost) + frame.slice(lost + 1));

      expect(shown).not.toMatch(/hunter|unter2/u);
    }
  });

  it('is cut to 200 characters and a mark', () => {
    expect(excerpt('a,'.repeat(200))).toHaveLength(201);
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
