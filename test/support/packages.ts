import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the workspace. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The fields of a package.json that the tests read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

/** A package that is published. */
export interface Package {
  /** Its path from the root, such as `packages/protocol`. */
  readonly path: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/** All packages that are published, in the order of their folders. */
export const packages: readonly Package[] = readdirSync(join(root, 'packages'))
  .sort()
  .map((name) => ({ path: `packages/${name}`, folder: join(root, 'packages', name) }))
  .filter(({ folder }) => existsSync(join(folder, 'package.json')))
  .map((place) => ({ ...place, manifest: readManifest(place.folder) }))
  .filter(({ manifest }) => manifest['private'] !== true);

/** Reads the package.json of a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
