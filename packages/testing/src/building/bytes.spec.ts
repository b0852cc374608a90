import { describe, expect, it } from 'vitest';

import { bytesOf, chunksOf } from './bytes.js';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('bytesOf', () => {
  it('writes a document as one line', () => {
    expect(text(bytesOf({ a: 'é' }))).toBe('{"a":"é"}\n');
  });

  it('takes a text as it is', () => {
    expect(text(bytesOf('é'))).toBe('é');
  });
});

describe('chunksOf', () => {
  it('cuts bytes, the last chunk as long as is left', () => {
    expect(chunksOf(Uint8Array.of(1, 2, 3, 4, 5), 2).map((chunk) => [...chunk])).toEqual([
      [1, 2],
      [3, 4],
      [5],
    ]);
  });

  it('cuts nothing into nothing', () => {
    expect(chunksOf(Uint8Array.of(), 2)).toEqual([]);
  });
});
