import { describe, expect, it } from 'vitest';

import { bytes } from '../../../../test/support/protobuf.js';
import { Repeated } from './repeated.js';

describe('Repeated', () => {
  it('reads only what is not what it was the time before', () => {
    const read: string[] = [];
    const repeated = new Repeated((raw) => {
      read.push(new TextDecoder().decode(raw));

      return read.length;
    });
    const first = bytes('one');

    expect(repeated.of(first)).toBe(1);
    expect(repeated.of(bytes('one'))).toBe(1);
    // The bytes change behind its back, as those of a chunk do.
    first.set(bytes('two'));
    expect(repeated.of(bytes('one'))).toBe(1);
    expect(repeated.of(first)).toBe(2);
    expect(repeated.of(bytes('twofold'))).toBe(3);
    expect(repeated.of(bytes(''))).toBe(4);
    expect(repeated.of(bytes(''))).toBe(4);
    expect(read).toEqual(['one', 'two', 'twofold', '']);
  });
});
