import { execFileSync } from 'node:child_process';

import { pnpm } from '../config/install.mjs';
import { root } from './packages.js';

/** A package as it would be published. */
export interface Tarball {
  readonly name: string;
  /** The path of the tarball. */
  readonly filename: string;
  /** The paths in it, such as `dist/index.js`. */
  readonly paths: readonly string[];
}

interface Packed {
  readonly name: string;
  readonly filename: string;
}

/** Packs what is built of every package into a folder. */
export function pack(folder: string): readonly Tarball[] {
  const [file = '', ...args] = pnpm();
  const options = [
    '--recursive',
    '--filter',
    './packages/*',
    '--json',
    '--pack-destination',
    folder,
  ];
  const printed = execFileSync(file, [...args, 'pack', ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });

  return (JSON.parse(printed) as readonly Packed[]).map(({ name, filename }) => ({
    name,
    filename,
    paths: pathsIn(filename),
  }));
}

/** Asked of the tarball itself: what pnpm lists lacks the licence that it adds. */
function pathsIn(filename: string): readonly string[] {
  return execFileSync('tar', ['-tzf', filename], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
    .map((path) => path.replace(/^package\//u, ''));
}
