import { constants, gunzipSync, inflateRawSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { gzipMember } from './gzip-member.js';

const HEADER = 10;
/** The last block, and the trailer. */
const END = 13;

describe('gzipMember', () => {
  it.each(['{"a":1}\n', '', 'é'.repeat(100_000)])(
    'makes whole members, one behind another',
    (text) => {
      const member = gzipMember(Buffer.from(text));

      expect(gunzipSync(Buffer.concat([member, member])).toString('utf8')).toBe(text + text);
    },
  );

  it('has all bytes before its last block', () => {
    const text = '{"a":1}\n'.repeat(1_000);
    const blocks = gzipMember(Buffer.from(text)).subarray(HEADER, -END);

    expect(inflateRawSync(blocks, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8')).toBe(
      text,
    );
  });
});
