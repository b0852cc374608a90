import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

import { root } from '../support/packages.js';
import { sizes } from './sizes.js';

describe('a bundle for browsers', () => {
  it.each(sizes)('of $name has the size that is agreed', async ({ program, bytes }) => {
    const size = await sizeOf(program);

    expect(size, `${String(size)} bytes`).toBeLessThanOrEqual(bytes * 1.03);
  });
});

describe('@rxkube/apiserver', () => {
  it('bundles for a browser', async () => {
    const program = "export { createApiServer } from '@rxkube/apiserver';";

    expect(await sizeOf(program)).toBeGreaterThan(0);
  });
});

/** Bytes of the minified and gzipped bundle, without RxJS. */
async function sizeOf(program: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(root, 'test') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['@rxkube/source'],
    external: ['rxjs'],
  });
  const [output] = outputFiles;

  return gzipSync(output?.contents ?? new Uint8Array(), { level: 9 }).length;
}
