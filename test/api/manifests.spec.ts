import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { packages, readManifest, root } from '../support/packages.js';

const { version } = readManifest(join(root, 'packages/rxkube'));
const workspace = readManifest(root);

describe.each(packages.map((place) => [place.path, place] as const))('%s', (path, place) => {
  const { folder, manifest } = place;

  it('has the version, licence and engine of the workspace', () => {
    expect(manifest).toMatchObject({
      version,
      license: workspace['license'],
      engines: workspace['engines'],
      type: 'module',
      sideEffects: false,
    });
  });

  it('depends on the other packages as they are here', () => {
    const ranges = Object.entries(dependenciesOf(manifest)).filter(([name]) => isOurs(name));

    expect(ranges.filter(([, range]) => range !== 'workspace:^')).toEqual([]);
  });

  it('takes the rxjs of its user, if any', () => {
    const { rxjs = '^7.5.0' } = (manifest['peerDependencies'] ?? {}) as Record<string, string>;

    expect(rxjs).toBe('^7.5.0');
    expect(manifest['dependencies'] ?? {}).not.toHaveProperty('rxjs');
  });

  it('publishes the exports that the workspace uses, less the sources', () => {
    const { exports } = manifest['publishConfig'] as { readonly exports: unknown };

    expect(exports).toEqual(withoutSources(manifest['exports']));
  });

  it('says in CHANGELOG.md what its version brings', () => {
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}`);
  });

  it('is built with the workspace', () => {
    const build = readFileSync(join(root, 'test/tsconfig.build.json'), 'utf8');

    expect(existsSync(join(folder, 'tsconfig.build.json'))).toBe(true);
    expect(build).toContain(`"../${path}/tsconfig.build.json"`);
  });
});

function dependenciesOf(manifest: object): Record<string, string> {
  const { dependencies, devDependencies, peerDependencies } = manifest as Record<string, object>;

  return { ...dependencies, ...devDependencies, ...peerDependencies };
}

function isOurs(name: string): boolean {
  return packages.some(({ manifest }) => manifest.name === name);
}

function withoutSources(exports: unknown): unknown {
  return JSON.parse(
    JSON.stringify(exports, (key, value: unknown) =>
      key === '@rxkube/source' ? undefined : value,
    ),
  );
}
