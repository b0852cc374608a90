import { describe, expect, it } from 'vitest';

import { allOf } from './all-of.js';
import { field } from './field.js';
import { label } from './label.js';

describe('allOf', () => {
  it('joins the requirements in their order, and leaves the parts as they were', () => {
    const app = label('app').equals('web');
    const both = allOf(app, label('tier').exists());

    expect(allOf(both, label('old').doesNotExist())).toEqual({
      _tag: 'LabelSelector',
      requirements: [
        { operator: 'Equals', key: 'app', value: 'web' },
        { operator: 'Exists', key: 'tier' },
        { operator: 'DoesNotExist', key: 'old' },
      ],
    });
    expect(app.requirements).toHaveLength(1);
  });

  it('joins fields with fields', () => {
    const phase = field('status.phase').equals('Running');

    expect(allOf(phase)).toEqual(phase);
    expect(allOf(phase, phase)).toEqual({
      _tag: 'FieldSelector',
      requirements: [...phase.requirements, ...phase.requirements],
    });
  });
});
