import { describe, expect, it } from 'vitest';

import { ResourceVersion, resourceVersion } from './resource-version.js';

describe('resourceVersion', () => {
  it.each(['1', '00', '184467440737095516150', 'abc', ' '])('takes %o as it is', (text) => {
    expect(resourceVersion(text)).toBe(text);
  });

  it.each(['', '0'])('refuses %o, from which no watch can go on', (text) => {
    expect(() => resourceVersion(text)).toThrow(
      expect.objectContaining({ _tag: 'ProtocolError', field: 'resourceVersion' }),
    );
  });
});

describe('ResourceVersion', () => {
  it.each([7, null, undefined, '', '0', {}])('is not %o', (value) => {
    expect(ResourceVersion.is(value)).toBe(false);
  });
});
