import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Found, JsonScanner } from './json-scanner.js';

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Counts how often each byte is looked at. */
function counting(whole: Uint8Array): { readonly bytes: Uint8Array; readonly reads: () => number } {
  let reads = 0;

  return {
    bytes: new Proxy(whole, {
      get: (target, property) => {
        if (typeof property === 'string' && /^\d+$/u.test(property)) reads++;

        return Reflect.get(target, property, target) as unknown;
      },
    }),
    reads: () => reads,
  };
}

describe('JsonScanner', () => {
  it.each([
    ['{}', 2],
    ['[]', 2],
    ['""', 2],
    ['{"a":[1,{"b":"}"}]} {"c":1}', 19],
    [' \n\t[1]x', 6],
    ['"\\"]"[', 5],
    ['12,', 2],
    ['true{', 4],
  ])('finds the end of %j', (text, end) => {
    const scanner = new JsonScanner();
    const whole = bytes(text);

    expect(scanner.scan(whole, 0, whole.length)).toBe(Found.Value);
    expect(scanner.at).toBe(end);
  });

  it.each([
    ['}', 0],
    [']', 0],
    [',', 0],
    [':', 0],
    ['{1', 1],
    ['{"a",', 4],
    ['{"a":1 2', 7],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[}', 1],
    ['{]', 1],
    ['{"a":[1}', 7],
    ['"a\nb"', 2],
    ['["\u0000', 2],
  ])('finds where %j breaks', (text, at) => {
    const scanner = new JsonScanner();
    const whole = bytes(text);

    expect(scanner.scan(whole, 0, whole.length)).toBe(Found.Broken);
    expect(scanner.at).toBe(at);
  });

  it.each(['', ' \n', '{', '[1', '"', '"\\', '{"a"', '{"a":', '{"a":1', '{"a":1,', 'tru', '12'])(
    'wants more behind %j',
    (text) => {
      const scanner = new JsonScanner();
      const whole = bytes(text);

      expect(scanner.scan(whole, 0, whole.length)).toBe(Found.More);
      expect(scanner.at).toBe(whole.length);
      expect(scanner.idle).toBe(text.trim() === '');
      expect(scanner.endsHere()).toBe(text === 'tru' || text === '12');
    },
  );

  it('finds what it finds in one call in any number of them', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.nat(200)), (text, places) => {
        const whole = bytes(`${text}\n`);
        const scanner = new JsonScanner();
        let found = Found.More;
        let from = 0;
        for (const place of [...places.sort((one, other) => one - other), whole.length]) {
          const to = Math.min(Math.max(place, from), whole.length);
          found = scanner.scan(whole, from, to);
          if (found !== Found.More) break;
          from = to;
        }

        expect(found).toBe(Found.Value);
        expect(whole.subarray(0, scanner.at)).toEqual(bytes(text));
      }),
    );
  });

  it('looks at each byte once, however deep they are nested and however they are cut', () => {
    for (const text of [
      '['.repeat(5_000) + ']'.repeat(5_000),
      JSON.stringify({ data: 'x'.repeat(10_000) }),
      JSON.stringify(Array.from({ length: 1_000 }, (_, n) => ({ n }))),
    ]) {
      const whole = counting(bytes(text));
      const scanner = new JsonScanner();
      for (let at = 0; at < text.length; at += 7) {
        scanner.scan(whole.bytes, at, Math.min(at + 7, text.length));
      }

      expect(whole.reads()).toBe(text.length);
    }
  });

  it('restarts', () => {
    const scanner = new JsonScanner();
    const whole = bytes('{"a":[');
    scanner.scan(whole, 0, whole.length);
    scanner.reset();

    expect(scanner.idle).toBe(true);
    expect(scanner.scan(bytes('[]'), 0, 2)).toBe(Found.Value);
  });
});
