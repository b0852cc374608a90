import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Whether the operators that are built know an option. Their declarations are asked: an option that is not known is
 * ignored at run time, and a contender would measure something else than it says.
 *
 * @param {string} name
 */
export function isKnownOption(name) {
  const main = createRequire(import.meta.url).resolve('@rxkube/operators');
  const folder = dirname(main);
  const field = new RegExp(`^\\s*readonly ${name}\\?:`, 'mu');

  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .some((file) => field.test(readFileSync(join(folder, file), 'utf8')));
}
