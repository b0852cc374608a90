import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { packages } from './dist.mjs';

/**
 * Bundles each package to one module per entry and one per part that is loaded later. The entries share chunks, so
 * that each class exists once.
 */
export async function bundle() {
  const { build } = await import('esbuild');

  await Promise.all(
    packages().map(async ({ folder, src, dist }) => {
      removeModules(dist);
      await build({
        entryPoints: entriesOf(folder, src),
        outdir: dist,
        outbase: src,
        chunkNames: 'chunks/[name]-[hash]',
        bundle: true,
        splitting: true,
        format: 'esm',
        platform: 'node',
        target: 'node20.19',
        // An import of types alone leaves no import behind.
        tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: false } },
        packages: 'external',
        external: ['#*'],
        sourcemap: true,
        sourcesContent: false,
        logLevel: 'warning',
      });
    }),
  );
}

/**
 * The sources that the manifest leads to: those of its exports, of its own imports, and of its program.
 *
 * @param {string} folder
 * @param {string} src
 */
function entriesOf(folder, src) {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const sources = [...manifest.matchAll(/"@rxkube\/source": "\.\/(.+?)"/gu)].map(([, path = '']) =>
    join(folder, path),
  );
  const program = join(src, 'bin', 'main.ts');

  return existsSync(program) ? [...sources, program] : sources;
}

/** @param {string} dist */
function removeModules(dist) {
  if (!existsSync(dist)) return;
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (/\.js(?:\.map)?$/u.test(path)) rmSync(join(dist, path));
  }
}
