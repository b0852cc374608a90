import { describe, expect, it } from 'vitest';

import { parseFieldSelector } from './parse-field-selector.js';

describe('parseFieldSelector', () => {
  it.each([
    ['a=b', { operator: 'Equals', path: 'a', value: 'b' }],
    ['a==b', { operator: 'Equals', path: 'a', value: 'b' }],
    ['a!=b', { operator: 'NotEquals', path: 'a', value: 'b' }],
    ['status.phase=', { operator: 'Equals', path: 'status.phase', value: '' }],
    ['a=b c ', { operator: 'Equals', path: 'a', value: 'b c ' }],
    ['a=x!y', { operator: 'Equals', path: 'a', value: 'x!y' }],
    ['a=\\,\\=\\\\', { operator: 'Equals', path: 'a', value: ',=\\' }],
    ['a=\n', { operator: 'Equals', path: 'a', value: '\n' }],
  ])('reads %o', (text, requirement) => {
    expect(parseFieldSelector(text)).toEqual({
      _tag: 'FieldSelector',
      requirements: [requirement],
    });
  });

  it('parts at commas, but not at those behind a backslash', () => {
    expect(parseFieldSelector('a=1\\,2,b!=3\\\\,c==').requirements).toEqual([
      { operator: 'Equals', path: 'a', value: '1,2' },
      { operator: 'NotEquals', path: 'b', value: '3\\' },
      { operator: 'Equals', path: 'c', value: '' },
    ]);
  });

  it('skips empty terms, as a server does', () => {
    expect(parseFieldSelector('').requirements).toEqual([]);
    expect(parseFieldSelector(',a=b,,').requirements).toEqual([
      { operator: 'Equals', path: 'a', value: 'b' },
    ]);
  });

  it.each([
    ['a', 1, 'path=value'],
    ['a=b,c', 5, 'path=value'],
    ['a>1', 1, 'path=value'],
    ['=b', 1, 'field is missing'],
    ['!=b', 1, 'field is missing'],
    ['a=b, c=d', 5, 'white space'],
    ['a =b', 1, 'white space'],
    ['a!b=c', 1, 'operators'],
    ['a\\,b=c', 1, 'operators'],
    ['a=b=c', 4, '\\='],
    ['a===b', 4, '\\='],
    ['a=\\n', 3, '\\\\'],
    ['x=y,a=b\\', 8, '\\\\'],
  ])('refuses %o at character %d and says what to write: %s', (text, at, remedy) => {
    expect(() => parseFieldSelector(text)).toThrow(
      expect.objectContaining({
        _tag: 'ProtocolError',
        rule: 'invalidArgument',
        field: 'fieldSelector',
      }),
    );
    expect(() => parseFieldSelector(text)).toThrow(`at character ${String(at)}: `);
    expect(() => parseFieldSelector(text)).toThrow(remedy);
  });
});
