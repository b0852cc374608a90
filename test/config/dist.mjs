import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.mjs';

const skipped = new Set(['node_modules', 'dist']);

/** Removes the declarations that an earlier build wrote for sources that are gone, so that it is not published. */
export function prune() {
  for (const { src, dist } of packages()) {
    const known = new Set(sources(src));

    for (const path of files(dist)) {
      const name = path.replace(/\.d\.ts(?:\.map)?$/u, '');
      if (name !== path && !known.has(name)) rmSync(join(dist, path));
    }
  }
}

/** The folders of all packages that are compiled. */
export function packages() {
  return readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'tsconfig.build.json')))
    .map((folder) => ({ folder, src: join(folder, 'src'), dist: join(folder, 'dist') }));
}

/** @param {string} folder */
function sources(folder) {
  return files(folder)
    .filter((path) => path.endsWith('.ts') && !/\.(?:d|spec)\.ts$/u.test(path))
    .map((path) => path.slice(0, -'.ts'.length));
}

/**
 * @param {string} folder
 * @returns {readonly string[]}
 */
function files(folder) {
  if (!existsSync(folder)) return [];

  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [entry.name];
    if (!entry.isDirectory() || skipped.has(entry.name)) return [];

    return files(join(folder, entry.name)).map((path) => join(entry.name, path));
  });
}
