import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the workspace, without a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/u, '');

/** The files that the tools keep for their next run. They are deleted with `node_modules`. */
export const cache = join(root, 'node_modules', '.cache', 'rxkube');

/**
 * The workspace's own package.json.
 *
 * @type {{ readonly packageManager: string, readonly engines: { readonly node: string } }}
 */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
