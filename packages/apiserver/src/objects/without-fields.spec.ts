import { describe, expect, it } from 'vitest';

import { withoutFields } from './without-fields.js';

describe('withoutFields', () => {
  it('leaves out the named fields, and leaves the object as it is', () => {
    const object = { a: 1, b: 2, c: 3 };

    expect(withoutFields(object, ['b', 'none'])).toEqual({ a: 1, c: 3 });
    expect(object).toEqual({ a: 1, b: 2, c: 3 });
  });
});
