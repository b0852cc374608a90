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

/** Each suite has modules of its own, so the build that they share is a property of the process. */
const shared = /** @type {{ rxkubeBuild?: Promise<void> }} */ (globalThis);

/** The `globalSetup` of the suites that look at the compiled packages. */
export function setup() {
  // A run inside of another must not replace the modules that the other is reading.
  if (process.env['RXKUBE_BUILT'] === undefined) shared.rxkubeBuild ??= build();

  return shared.rxkubeBuild;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
