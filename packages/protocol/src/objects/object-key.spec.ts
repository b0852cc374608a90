import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { objectKey } from './object-key.js';

function key(name: string, namespace?: string): string {
  return objectKey({ metadata: { name, namespace } });
}

describe('objectKey', () => {
  it('joins namespace and name', () => {
    expect(key('a', 'ns1')).toBe('ns1/a');
    expect(key('system:node-proxier', 'ns1')).toBe('ns1/system:node-proxier');
  });

  it('is the name alone where there is no namespace', () => {
    expect(key('a')).toBe('a');
    expect(key('a', '')).toBe('a');
  });

  it('escapes a separator that is part of a name', () => {
    expect(key('b/c', 'a')).toBe('a/b%2Fc');
    expect(key('c', 'a/b')).toBe('a%2Fb/c');
    expect(key('a/b')).toBe('a%2Fb');
    expect(key('b%2Fc', 'a')).toBe('a/b%252Fc');
  });

  it('never gives two objects one key', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '/', '%', '2', 'F', '5'), maxLength: 6 });
    const pair = fc.record({ namespace: part, name: part });

    fc.assert(
      fc.property(pair, pair, (one, other) => {
        const same = one.namespace === other.namespace && one.name === other.name;

        expect(key(one.name, one.namespace) === key(other.name, other.namespace)).toBe(same);
      }),
    );
  });

  it('keeps names of fields of every object apart from them', () => {
    expect(key('__proto__')).toBe('__proto__');
    expect(key('constructor', 'toString')).toBe('toString/constructor');
  });
});
