import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatSelector } from './format-selector.js';
import { parseLabelSelector } from './parse-label-selector.js';

describe('parseLabelSelector', () => {
  it.each([
    ['a=b', { operator: 'Equals', key: 'a', value: 'b' }],
    ['a==b', { operator: 'Equals', key: 'a', value: 'b' }],
    [' a = b ', { operator: 'Equals', key: 'a', value: 'b' }],
    ['a=', { operator: 'Equals', key: 'a', value: '' }],
    ['a!=b', { operator: 'NotEquals', key: 'a', value: 'b' }],
    ['a != b', { operator: 'NotEquals', key: 'a', value: 'b' }],
    ['a in (y,x,y)', { operator: 'In', key: 'a', values: ['x', 'y'] }],
    ['a in(x)', { operator: 'In', key: 'a', values: ['x'] }],
    ['a in ( x , y )', { operator: 'In', key: 'a', values: ['x', 'y'] }],
    ['a in ()', { operator: 'In', key: 'a', values: [''] }],
    ['a in (,x)', { operator: 'In', key: 'a', values: ['', 'x'] }],
    ['a in (x,,y)', { operator: 'In', key: 'a', values: ['', 'x', 'y'] }],
    ['a in (x,)', { operator: 'In', key: 'a', values: ['', 'x'] }],
    ['a notin (x)', { operator: 'NotIn', key: 'a', values: ['x'] }],
    ['in in (in,notin)', { operator: 'In', key: 'in', values: ['in', 'notin'] }],
    ['notin=in', { operator: 'Equals', key: 'notin', value: 'in' }],
    ['in', { operator: 'Exists', key: 'in' }],
    ['example.com/a', { operator: 'Exists', key: 'example.com/a' }],
    ['!a', { operator: 'DoesNotExist', key: 'a' }],
    ['! a', { operator: 'DoesNotExist', key: 'a' }],
    ['a>1', { operator: 'GreaterThan', key: 'a', value: '1' }],
    ['a < 09', { operator: 'LessThan', key: 'a', value: '09' }],
    ['a\t=\r\nb', { operator: 'Equals', key: 'a', value: 'b' }],
  ])('reads %o', (text, requirement) => {
    expect(parseLabelSelector(text)).toEqual({
      _tag: 'LabelSelector',
      requirements: [requirement],
    });
  });

  it('reads several requirements in their order', () => {
    expect(parseLabelSelector('b in (x,y),!a , c!=,d').requirements).toEqual([
      { operator: 'In', key: 'b', values: ['x', 'y'] },
      { operator: 'DoesNotExist', key: 'a' },
      { operator: 'NotEquals', key: 'c', value: '' },
      { operator: 'Exists', key: 'd' },
    ]);
  });

  it.each(['', ' ', '\n\t'])('selects everything by %o', (text) => {
    expect(parseLabelSelector(text).requirements).toEqual([]);
  });

  it.each([
    [',', 1, 'key'],
    [',a', 1, 'key'],
    ['a,', 3, 'key'],
    ['a,,b', 3, 'key'],
    ['=a', 1, 'key'],
    ['!', 2, 'key'],
    ['!!a', 2, 'key'],
    ['!=a', 1, 'key'],
    ['!a=b', 3, '","'],
    ['a b', 3, 'one of'],
    ['a in', 5, 'parentheses'],
    ['a in x', 6, 'parentheses'],
    ['a in (x', 8, '")"'],
    ['a in (x y)', 9, '")"'],
    ['a in (x=y)', 8, '")"'],
    ['a in (x))', 9, '","'],
    ['a IN (x)', 3, 'one of'],
    ['a=b c', 5, '","'],
    ['a=b=c', 4, '","'],
    ['a===b', 4, 'value'],
    ['a=!b', 3, 'value'],
    ['a=(b)', 3, 'value'],
    ['a>=1', 3, 'value'],
    ['a>', 3, 'whole number'],
    ['a>x', 3, 'whole number'],
    ['a>1.5', 3, 'whole number'],
    ['a<9223372036854775808', 3, 'whole number'],
    ['a>-1', 3, 'value'],
    ['-a=b', 1, 'key'],
    ['a/b/c', 1, 'more than one "/"'],
    ['A.com/b', 1, 'prefix'],
    ['x,b=-', 5, 'value'],
    [`a=${'b'.repeat(64)}`, 3, 'at most 63'],
    ['a=b\u00a0', 3, 'value'],
    ['a in (x,-)', 9, 'value'],
  ])('refuses %o at character %d and says what to write: %s', (text, at, remedy) => {
    expect(() => parseLabelSelector(text)).toThrow(
      expect.objectContaining({
        _tag: 'ProtocolError',
        rule: 'invalidArgument',
        field: 'labelSelector',
      }),
    );
    expect(() => parseLabelSelector(text)).toThrow(`at character ${String(at)}: `);
    expect(() => parseLabelSelector(text)).toThrow(remedy);
  });

  it('reads or refuses any text, and what it reads can be written', () => {
    const piece = fc.constantFrom(
      'a',
      'in',
      'notin',
      '=',
      '!',
      '>',
      '<',
      '(',
      ')',
      ',',
      ' ',
      '1',
      '-',
    );

    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 8 }), (text) => {
        const selector = attempt(() => parseLabelSelector(text));

        if (selector instanceof Error) {
          expect(selector).toMatchObject({ rule: 'invalidArgument', field: 'labelSelector' });
        } else {
          expect(parseLabelSelector(formatSelector(selector))).toEqual(selector);
        }
      }),
    );
  });
});

function attempt<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
