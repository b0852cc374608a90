import { join } from 'node:path';

import { root } from './root.mjs';

const scripts = {
  eslint: 'eslint/bin/eslint.js',
  knip: 'knip/bin/knip.js',
  prettier: 'prettier/bin/prettier.cjs',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
};

/**
 * The words that start a tool of the workspace under this very Node.
 *
 * @param {keyof typeof scripts} name
 * @returns {readonly string[]}
 */
export function tool(name) {
  return [process.execPath, join(root, 'node_modules', scripts[name])];
}
