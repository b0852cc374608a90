import { describe, expect, it } from 'vitest';

import { jsonPatch } from './json-patch.js';

const object = { a: 1, list: ['x', 'y'], deep: { 'a/b': { '~': 1 } } };

describe('jsonPatch', () => {
  it.each([
    ['adds a field', [{ op: 'add', path: '/b', value: 2 }], { ...object, b: 2 }],
    ['replaces by add', [{ op: 'add', path: '/a', value: 2 }], { ...object, a: 2 }],
    [
      'inserts an item',
      [{ op: 'add', path: '/list/1', value: 'z' }],
      { ...object, list: ['x', 'z', 'y'] },
    ],
    [
      'appends an item',
      [{ op: 'add', path: '/list/-', value: 'z' }],
      { ...object, list: ['x', 'y', 'z'] },
    ],
    ['replaces', [{ op: 'replace', path: '/list/0', value: 'z' }], { ...object, list: ['z', 'y'] }],
    [
      'removes',
      [
        { op: 'remove', path: '/a' },
        { op: 'remove', path: '/list/0' },
      ],
      { list: ['y'], deep: object.deep },
    ],
    [
      'reads escapes',
      [{ op: 'remove', path: '/deep/a~1b/~0' }],
      { ...object, deep: { 'a/b': {} } },
    ],
    ['moves', [{ op: 'move', from: '/list/0', path: '/list/1' }], { ...object, list: ['y', 'x'] }],
    ['copies', [{ op: 'copy', from: '/list', path: '/b' }], { ...object, b: object.list }],
    ['tests', [{ op: 'test', path: '/deep', value: { 'a/b': { '~': 1 } } }], object],
    ['replaces the whole', [{ op: 'replace', path: '', value: {} }], {}],
    ['does nothing by no operation', [], object],
  ])('%s', (_, patch, result) => {
    expect(jsonPatch(object, patch)).toEqual(result);
  });

  it.each([
    ['no list', {}],
    ['no operation', ['add']],
    ['an unknown operation', [{ op: 'turn', path: '/a' }]],
    ['no path', [{ op: 'remove' }]],
    ['a path without a slash', [{ op: 'remove', path: 'a' }]],
    ['removal of a missing field', [{ op: 'remove', path: '/b' }]],
    ['removal of the whole', [{ op: 'remove', path: '' }]],
    ['replacement of a missing field', [{ op: 'replace', path: '/b', value: 1 }]],
    ['a field in a missing object', [{ op: 'add', path: '/b/c', value: 1 }]],
    ['a field in a number', [{ op: 'add', path: '/a/c', value: 1 }]],
    ['an item beyond the list', [{ op: 'add', path: '/list/3', value: 1 }]],
    ['an index that is none', [{ op: 'add', path: '/list/01', value: 1 }]],
    ['the end of a list, read', [{ op: 'remove', path: '/list/-' }]],
    ['a copy of a missing field', [{ op: 'copy', from: '/b', path: '/a' }]],
    ['a test that fails', [{ op: 'test', path: '/a', value: 2 }]],
  ])('refuses %s', (_, patch) => {
    expect(() => jsonPatch(object, patch)).toThrow(
      expect.objectContaining({ code: 422, reason: 'Invalid' }) as Error,
    );
  });

  it('knows only the fields of the object itself', () => {
    expect(() => jsonPatch({}, [{ op: 'copy', from: '/constructor', path: '/a' }])).toThrow('422');
    expect(
      Object.keys(jsonPatch({}, [{ op: 'add', path: '/__proto__', value: 1 }]) as object),
    ).toEqual(['__proto__']);
  });
});
