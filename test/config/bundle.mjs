import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { packages } from './dist.mjs';

/**
 * Bundles each package to one module per entry and one per part that is loaded later. The entries share chunks, so
 * that each class exists once.
 *
 * A program that runs from `dist` meanwhile finds each module whole: modules that did not change stay as they are, a new
 * one replaces the old one in one step, and the others are removed last.
 */
export async function bundle() {
  const { build } = await import('esbuild');

  await Promise.all(
    packages().map(async ({ folder, src, dist }) => {
      const { outputFiles } = await build({
        write: false,
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
      // The entries last, since they lead to the chunks.
      for (const { path, contents } of outputFiles.sort(byChunk)) replace(path, contents);
      removeModules(dist, new Set(outputFiles.map(({ path }) => path)));
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

/**
 * @param {{ readonly path: string }} one
 * @param {{ readonly path: string }} other
 */
function byChunk(one, other) {
  return Number(isChunk(other.path)) - Number(isChunk(one.path));
}

/** @param {string} path */
function isChunk(path) {
  return basename(dirname(path)) === 'chunks';
}

/**
 * @param {string} path
 * @param {Uint8Array} contents
 */
function replace(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  const draft = `${path}.${String(process.pid)}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/**
 * Removes the modules of an earlier build.
 *
 * @param {string} dist
 * @param {ReadonlySet<string>} kept
 */
function removeModules(dist, kept) {
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const path = join(dist, name);
    if (/\.js(?:\.map)?$/u.test(path) && !kept.has(path)) rmSync(path, { force: true });
  }
}
