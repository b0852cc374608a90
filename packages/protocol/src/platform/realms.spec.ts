import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { isBytes, isError, isPlainObject, messageOf } from './realms.js';

const foreign = (code: string): unknown => runInNewContext(code);

describe('a value of another realm', () => {
  it.each(['new Error("m")', 'new TypeError("m")', 'new (class A extends Error {})("m")'])(
    'is an error if it is %s',
    (code) => {
      expect(foreign(code)).not.toBeInstanceOf(Error);
      expect(isError(foreign(code))).toBe(true);
      expect(messageOf(foreign(code))).toBe('m');
    },
  );

  it.each(['({ message: "m" })', '"m"', 'null', 'undefined', '7'])(
    'is not an error if it is %s',
    (code) => {
      expect(isError(foreign(code))).toBe(false);
      expect(messageOf(foreign(code))).toBe(String(foreign(code)));
    },
  );

  it('is bytes if it is a Uint8Array', () => {
    const codes = [
      'new Uint8Array(2)',
      'new Uint16Array(2)',
      'new DataView(new ArrayBuffer(2))',
      '[1]',
    ];

    expect(codes.map((code) => isBytes(foreign(code)))).toEqual([true, false, false, false]);
    expect(isBytes(Buffer.from('a'))).toBe(true);
  });

  it('is a plain object if it is a literal', () => {
    const codes = ['({})', 'Object.create(null)', 'new Date(0)', 'new (class A {})()'];

    expect(codes.map((code) => isPlainObject(Object(foreign(code))))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is an error of the platform if it is a DOMException', () => {
    expect(isError(new DOMException('m', 'AbortError'))).toBe(true);
  });
});
