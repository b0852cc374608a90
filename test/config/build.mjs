import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundle } from './bundle.mjs';
import { prune } from './dist.mjs';
import { root } from './root.mjs';

/** Compiles the packages and the examples to their `dist`, as far as something changed, and bundles the packages. */
export async function build() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const projects = ['test/tsconfig.build.json', 'examples/tsconfig.build.json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-b', ...projects], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}\nrxkube: the packages do not compile`);
  prune();
  await bundle();
}

/** @type {Promise<void> | undefined} */
let built;

/** The `globalSetup` of the suites that look at the compiled packages. */
export function setup() {
  return (built ??= build());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
