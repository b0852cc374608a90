import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { VERSION, userAgent } from './header-options.js';

describe('userAgent', () => {
  it('carries the version of the package', () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

    expect(JSON.parse(manifest)).toMatchObject({ version: VERSION });
  });

  it('names the platform and the major version of Node', () => {
    expect(userAgent()).toMatch(/^rxkube\/\d+\.\d+\.\d+ \(\w+\/\w+\) node\/\d+$/u);
  });
});
