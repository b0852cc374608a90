import { describe, expect, it } from 'vitest';

import { label } from './label.js';

const refusal = expect.objectContaining({
  _tag: 'ProtocolError',
  rule: 'invalidArgument',
  field: 'labelSelector',
}) as unknown;

describe('label', () => {
  it('makes one requirement for each condition', () => {
    const app = label('app');

    expect(app.equals('web').requirements).toEqual([
      { operator: 'Equals', key: 'app', value: 'web' },
    ]);
    expect(app.notEquals('web').requirements).toEqual([
      { operator: 'NotEquals', key: 'app', value: 'web' },
    ]);
    expect(app.exists().requirements).toEqual([{ operator: 'Exists', key: 'app' }]);
    expect(app.doesNotExist().requirements).toEqual([{ operator: 'DoesNotExist', key: 'app' }]);
    expect(app.greaterThan(1).requirements).toEqual([
      { operator: 'GreaterThan', key: 'app', value: '1' },
    ]);
    expect(app.lessThan(2n ** 63n - 1n).requirements).toEqual([
      { operator: 'LessThan', key: 'app', value: '9223372036854775807' },
    ]);
  });

  it('sorts the values of a set and names each once, whatever the caller does later', () => {
    const values = ['b', 'a', 'b', ''];
    const selector = label('tier').in(values);
    values.push('c');

    expect(selector.requirements).toEqual([
      { operator: 'In', key: 'tier', values: ['', 'a', 'b'] },
    ]);
    expect(label('tier').notIn(['x']).requirements).toEqual([
      { operator: 'NotIn', key: 'tier', values: ['x'] },
    ]);
  });

  it.each([
    'app',
    'App_1.x-y',
    'a'.repeat(63),
    'app.kubernetes.io/name',
    `${'a'.repeat(253)}/x`,
    'in',
    '0',
  ])('takes the key %s', (key) => {
    expect(label(key).exists().requirements).toEqual([{ operator: 'Exists', key }]);
  });

  it.each([
    '',
    '-app',
    'app-',
    'a b',
    'a=b',
    'ä',
    'a'.repeat(64),
    '/name',
    'Example.com/name',
    'example..com/name',
    '-example.com/name',
    'example.com/',
    'a/b/c',
    `${'a'.repeat(254)}/x`,
    'app\n',
  ])('refuses the key %o', (key) => {
    expect(() => label(key)).toThrow(refusal);
  });

  it.each(['', 'web', 'v1.2_3-4', 'A', 'a'.repeat(63)])('takes the value %o', (value) => {
    expect(label('app').equals(value).requirements).toMatchObject([{ value }]);
  });

  it.each(['-a', 'a-', 'a b', 'a,b', 'a/b', 'ä', 'a'.repeat(64), 'a\n'])(
    'refuses the value %o in each condition',
    (value) => {
      expect(() => label('app').equals(value)).toThrow(refusal);
      expect(() => label('app').notEquals(value)).toThrow(refusal);
      expect(() => label('app').in(['a', value])).toThrow(refusal);
      expect(() => label('app').notIn([value])).toThrow(refusal);
    },
  );

  it('rejects values that are neither text nor a set, as plain JavaScript may pass them', () => {
    const wrong = undefined as unknown as string;

    expect(() => label(wrong)).toThrow('labelSelector: the key undefined is no text');
    expect(() => label('app').equals(wrong)).toThrow('the value undefined is no text');
    expect(() => label('app').in('web' as unknown as string[])).toThrow(
      'no value is given for app',
    );
  });

  it('refuses a set without values', () => {
    expect(() => label('app').in([])).toThrow(/no value is given for app; pass at least one/u);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 2n ** 63n])(
    'refuses to compare with %s',
    (value) => {
      expect(() => label('app').greaterThan(value)).toThrow(refusal);
      expect(() => label('app').lessThan(value)).toThrow(refusal);
    },
  );
});
