import { describe, expect, it } from 'vitest';

import { bytes } from '../../../../test/support/protobuf.js';
import { PendingBytes } from './pending-bytes.js';

function textOf(taken: Uint8Array | undefined): string | undefined {
  return taken === undefined ? undefined : new TextDecoder().decode(taken);
}

describe('PendingBytes', () => {
  it('returns bytes of one chunk without a copy', () => {
    const pending = new PendingBytes();
    const chunk = bytes('abcdef');
    pending.push(chunk);
    const taken = pending.take(4);

    expect(textOf(taken)).toBe('abcd');
    expect(taken?.buffer).toBe(chunk.buffer);
    expect(pending.byte()).toBe(0x65);
    expect(textOf(pending.take(2))).toBeUndefined();
  });

  it('returns bytes of several chunks once all have arrived', () => {
    const pending = new PendingBytes();
    const taken: (string | undefined)[] = [];
    for (const chunk of ['a', '', 'bc', 'defg']) {
      pending.push(bytes(chunk));
      taken.push(textOf(pending.take(4)));
    }

    expect(taken).toEqual([undefined, undefined, undefined, 'abcd']);
    expect(textOf(pending.take(3))).toBe('efg');
  });

  it('gives no bytes at any time', () => {
    expect(textOf(new PendingBytes().take(0))).toBe('');
  });

  it('keeps more than its first buffer, and reads on behind it', () => {
    const pending = new PendingBytes();
    const whole = new Uint8Array(600_000).map((_byte, at) => at % 251);
    let taken: Uint8Array | undefined;
    for (let at = 0; taken === undefined; at += 1_000) {
      pending.push(whole.subarray(at, at + 1_000));
      taken = pending.take(500_500);
    }

    expect(Buffer.compare(taken, whole.subarray(0, 500_500))).toBe(0);
    expect(pending.byte()).toBe(500_500 % 251);
  });

  it('passes over what is there', () => {
    const pending = new PendingBytes();
    pending.push(bytes('abc'));

    expect(pending.skip(2)).toBe(2);
    expect(pending.skip(2)).toBe(1);
    expect(pending.skip(1)).toBe(0);
    expect(pending.byte()).toBeUndefined();
  });
});
