import { register } from 'node:module';
import { resolve } from 'node:path';

import { CoverageCounter } from './coverage-counter.mjs';
import { walkEvent, walkExpired, walkPage } from './client-walks.mjs';
import { walkPut } from './put-walk.mjs';
import { Sources } from './sources.mjs';

/** @import { Walk } from './walk.mjs' */

const [name = '', root = '', ...options] = process.argv.slice(2);
const isTraced = name === 'put';
register('./load-sources.mjs', { parentURL: import.meta.url, data: { isTraced } });
const sources = new Sources(resolve(root));

/** @type {Record<string, () => Promise<Walk>>} */
const walks = {
  event: () => walkEvent(sources, new CoverageCounter()),
  page: () => walkPage(sources, new CoverageCounter()),
  expired: () => walkExpired(sources, new CoverageCounter()),
  put: () => walkPut(sources),
};
const walk = await walks[name]?.();
if (walk === undefined) throw new Error(`walk must be one of ${Object.keys(walks).join(', ')}`);
print(walk);
process.exit();

/** @param {Walk} walk */
function print({ title, calls, remarks }) {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const { file, name, count } of calls) {
    const functions = files.get(file) ?? [];
    functions.push(count === 1 ? name : `${name} ×${String(count)}`);
    files.set(file, functions);
  }
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  const words = [`${String(files.size)} files`, `${String(total)} calls`, ...remarks];
  console.log(`${title.padEnd(44)} ${words.join(', ')}`);
  if (!options.includes('--functions')) return;
  for (const [file, functions] of files) console.log(`  ${file}: ${functions.join(', ')}`);
}
