import { describe, expect, it } from 'vitest';

import { encodedBytes } from '../format/encoded-bytes.js';
import { sameBytes } from './same-bytes.js';

function of(...bytes: readonly number[]): object {
  return { [encodedBytes]: Uint8Array.from(bytes) };
}

describe('sameBytes', () => {
  it.each([
    [of(1, 2), of(1, 2), true],
    [of(1, 2), of(1, 3), false],
    [of(1, 2), of(1), false],
    [of(), of(), true],
    [of(1), {}, undefined],
    [{}, of(1), undefined],
    [{ [encodedBytes]: 'a' }, { [encodedBytes]: 'a' }, undefined],
    [null, of(1), undefined],
    ['text', 'text', undefined],
  ])('%o and %o: %o', (one, other, same) => {
    expect(sameBytes(one, other)).toBe(same);
  });
});
