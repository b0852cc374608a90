import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { allOf } from './all-of.js';
import { field } from './field.js';
import { formatSelector } from './format-selector.js';
import { label } from './label.js';
import { type LabelSelector } from './label-selector.js';
import { parseFieldSelector } from './parse-field-selector.js';
import { parseLabelSelector } from './parse-label-selector.js';

const ends = ['a', 'Z', '0', '9'];
const name = fc
  .tuple(
    fc.constantFrom(...ends),
    fc.string({ unit: fc.constantFrom(...ends, '-', '_', '.'), maxLength: 61 }),
    fc.constantFrom(...ends),
  )
  .map((parts) => parts.join(''));
const key = fc.oneof(
  name,
  fc.constantFrom('in', 'notin'),
  name.map((part) => `example.com/${part}`),
);
const value = fc.oneof(name, fc.constantFrom('', 'in', 'notin'));
const values = fc.array(value, { minLength: 1, maxLength: 4 });
const condition: fc.Arbitrary<LabelSelector> = fc.oneof(
  fc.tuple(key, value).map(([k, v]) => label(k).equals(v)),
  fc.tuple(key, value).map(([k, v]) => label(k).notEquals(v)),
  fc.tuple(key, values).map(([k, v]) => label(k).in(v)),
  fc.tuple(key, values).map(([k, v]) => label(k).notIn(v)),
  key.map((k) => label(k).exists()),
  key.map((k) => label(k).doesNotExist()),
  fc.tuple(key, fc.maxSafeNat()).map(([k, v]) => label(k).greaterThan(v)),
  fc.tuple(key, fc.maxSafeNat()).map(([k, v]) => label(k).lessThan(v)),
);

describe('formatSelector', () => {
  it('writes labels as a server reads them', () => {
    const selector = allOf(
      label('app').equals('web'),
      label('app').equals(''),
      label('tier').notEquals('cache'),
      label('zone').in(['b', 'a']),
      label('zone').notIn(['', 'c']),
      label('example.com/owner').exists(),
      label('old').doesNotExist(),
      label('size').greaterThan(1),
      label('size').lessThan(9),
    );

    expect(formatSelector(selector)).toBe(
      'app=web,app=,tier!=cache,zone in (a,b),zone notin (,c),example.com/owner,!old,size>1,size<9',
    );
  });

  it('escapes the values of fields', () => {
    const selector = allOf(
      field('status.phase').equals('Running'),
      field('reason').notEquals('a,b=c\\d'),
    );

    expect(formatSelector(selector)).toBe('status.phase=Running,reason!=a\\,b\\=c\\\\d');
  });

  it('gives a text that reads back as the same label selector', () => {
    fc.assert(
      fc.property(condition, fc.array(condition, { maxLength: 4 }), (first, others) => {
        const selector = allOf(first, ...others);

        expect(parseLabelSelector(formatSelector(selector))).toEqual(selector);
      }),
    );
  });

  it('gives a text that reads back as the same field selector', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\\', ',', '=', '!', 'a', ' ', '\n') }),
    );
    const one = fc
      .tuple(fc.constantFrom('metadata.name', 'a', 'status.x-y'), fc.boolean(), text)
      .map(([path, equal, v]) => (equal ? field(path).equals(v) : field(path).notEquals(v)));

    fc.assert(
      fc.property(one, fc.array(one, { maxLength: 4 }), (first, others) => {
        const selector = allOf(first, ...others);

        expect(parseFieldSelector(formatSelector(selector))).toEqual(selector);
      }),
    );
  });
});
