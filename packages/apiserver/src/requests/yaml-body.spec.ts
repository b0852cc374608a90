import { describe, expect, it } from 'vitest';

import { jsonBody } from './json-body.js';
import { yamlBody } from './yaml-body.js';

describe('yamlBody', () => {
  it.each([
    ['2024-01-01', '2024-01-01'],
    ['2024-01-01T10:00:00Z', '2024-01-01T10:00:00Z'],
    ['22:22', '22:22'],
    ['08:30', '08:30'],
    ['1:2:3', '1:2:3'],
    ['!!binary aGk=', 'hi'],
  ])('B79 reads %s as the text %s', (yaml, value) => {
    expect(yamlBody(`data:\n  v: ${yaml}\n`)).toEqual({ data: { v: value } });
  });

  it.each(['a: 1\n---\na: 2\n', 'a: 1\n---\n', '---\na: 1\n'])(
    'B79 reads the first document of %j',
    (yaml) => {
      expect(yamlBody(yaml)).toEqual({ a: 1 });
    },
  );

  it('reads anchors, aliases and merge keys', () => {
    const yaml = 'a: &a {x: 1, z: 2}\nb: *a\nc:\n  <<: *a\n  z: 3\n"<<": text\n';

    expect(yamlBody(yaml)).toEqual({
      a: { x: 1, z: 2 },
      b: { x: 1, z: 2 },
      c: { x: 1, z: 3 },
      '<<': 'text',
    });
  });

  it('reads 400 lists inside each other', () => {
    expect(JSON.stringify(yamlBody(`a: ${'['.repeat(400)}${']'.repeat(400)}`))).toHaveLength(806);
  });

  it('F4 refuses JSON that is nested too deeply', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

    expect(() => yamlBody(deep)).toThrow('exceeded max depth');
    expect(() => jsonBody(deep)).toThrow('exceeded max depth');
  });

  it('treats __proto__ as an ordinary key', () => {
    const value = yamlBody('__proto__: {x: 1}\n');

    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(value).not.toHaveProperty('x');
  });

  it.each([
    ['a repeated key', 'a: 1\na: 2\n'],
    ['an unknown alias', 'a: *b\n'],
    ['an alias to itself', 'a: &a [*a]\n'],
    ['a key that is a map', '? {a: 1}\n: 2\n'],
    ['a merge key without a map', '<<: 1\n'],
    ['an unclosed list', 'a: ['],
    ['F4 deep brackets', '['.repeat(100_000)],
    ['F4 deep lists', `${'- '.repeat(100_000)}a`],
    [
      'F4 aliases that grow without end',
      Array.from({ length: 30 }, (_, at) =>
        at === 0
          ? 'a0: &a0 [x, x]'
          : `a${String(at)}: &a${String(at)} [*a${String(at - 1)}, *a${String(at - 1)}]`,
      ).join('\n'),
    ],
    [
      'F4 many aliases of a long text',
      `a: &a ${'x'.repeat(100_000)}\nb: [${'*a , '.repeat(99)}]\n`,
    ],
  ])('refuses %s', (_, yaml) => {
    expect(() => yamlBody(yaml)).toThrow('error decoding YAML');
  });
});
