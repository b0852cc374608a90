import { describe, expect, it } from 'vitest';

import { field } from './field.js';

describe('field', () => {
  it('makes one requirement for each condition', () => {
    expect(field('status.phase').equals('Running')).toEqual({
      _tag: 'FieldSelector',
      requirements: [{ operator: 'Equals', path: 'status.phase', value: 'Running' }],
    });
    expect(field('spec.nodeName').notEquals('').requirements).toEqual([
      { operator: 'NotEquals', path: 'spec.nodeName', value: '' },
    ]);
  });

  it('writes numbers and booleans as a server prints them', () => {
    expect(field('spec.unschedulable').equals(true).requirements).toMatchObject([
      { value: 'true' },
    ]);
    expect(field('status.replicas').equals(0).requirements).toMatchObject([{ value: '0' }]);
  });

  it('rejects values that are not text, as plain JavaScript may pass them', () => {
    expect(() => field(undefined as unknown as string)).toThrow(
      'fieldSelector: a field is missing',
    );
  });

  it.each(['', 'a b', ' a', 'a=b', 'a!', 'a,b', 'a\\b'])('refuses the path %o', (path) => {
    expect(() => field(path)).toThrow(
      expect.objectContaining({ rule: 'invalidArgument', field: 'fieldSelector' }),
    );
  });
});
