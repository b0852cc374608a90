import { describe, expect, it } from 'vitest';

import { thing } from '../../../../test/laws/kube.js';
import { entryOf } from './entry.js';

describe('an entry', () => {
  it('keeps the facts that the transform drops', () => {
    expect(entryOf(thing('a@u1/7'), () => 'gone')).toEqual({
      object: 'gone',
      uid: 'u1',
      version: '7',
    });
    expect(entryOf(thing('a@/'), () => 'gone')).toEqual({
      object: 'gone',
      uid: undefined,
      version: undefined,
    });
  });
});
