import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type ContentEncoding, bodyDecoder } from './decode-body.js';

const compress = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

/** Decodes a body that comes in these chunks. */
function decoded(encoding: ContentEncoding, chunks: readonly Uint8Array[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const received: Uint8Array[] = [];
    const decoder = bodyDecoder(encoding, {
      next: (chunk) => {
        received.push(chunk);
      },
      complete: () => {
        resolve(Buffer.concat(received).toString('hex'));
      },
      error: reject,
      drain: () => undefined,
    });
    for (const chunk of chunks) decoder.write(chunk);
    decoder.end();
  });
}

/** Cuts bytes at any places; some chunks may be empty. */
function cutAt(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort(
    (one, other) => one - other,
  );

  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('bodyDecoder', () => {
  it.each(['gzip', 'deflate', 'br'] as const)(
    'gives the same bytes however the members of %s are cut',
    async (encoding) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 5 }),
          fc.array(fc.nat(), { maxLength: 20 }),
          async (parts, places) => {
            const members = Buffer.concat(parts.map((part) => compress[encoding](part)));
            const whole = Buffer.concat(parts).toString('hex');
            expect(await decoded(encoding, cutAt(members, places))).toBe(whole);
            expect(await decoded(encoding, [members])).toBe(whole);
          },
        ),
        { numRuns: 200, seed: 1 },
      );
    },
    60_000,
  );

  it.each(['deflate', 'br'] as const)(
    'F19 refuses thousands of empty members of %s',
    async (encoding) => {
      const empty = compress[encoding]('');
      const members = Buffer.concat(Array.from({ length: 100_000 }, () => empty));

      await expect(decoded(encoding, [members])).rejects.toThrow('tiny');
    },
  );

  it('F19 takes thousands of members of a usual size', async () => {
    const event = 'x'.repeat(64);
    const members = Buffer.concat(Array.from({ length: 2_000 }, () => deflateSync(event)));

    expect(await decoded('deflate', [members])).toHaveLength(2 * 2_000 * 64);
  });
});
