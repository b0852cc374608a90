import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, describe, expect, it } from 'vitest';

import { pack } from '../support/pack.js';
import { packages } from '../support/packages.js';

const folder = mkdtempSync(join(tmpdir(), 'rxkube-tarballs-'));
const tarballs = new Map(pack(folder).map((tarball) => [tarball.name, tarball]));

const required = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'dist/index.d.ts',
  'dist/index.js',
  'package.json',
  'src/index.ts',
];

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each(packages.map(({ manifest }) => manifest.name))('the tarball of %s', (name) => {
  const { filename = '', paths = [] } = tarballs.get(name) ?? {};

  it('has nothing that publint objects to', async () => {
    const { buffer } = Uint8Array.from(readFileSync(filename));
    const { messages, pkg } = await publint({ strict: true, pack: { tarball: buffer } });

    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has what a user needs', () => {
    expect(required.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('has the source of each declaration, and no tests', () => {
    const orphans = paths
      .filter((path) => /^dist\/.*\.d\.ts$/u.test(path))
      .filter((path) => !paths.includes(path.replace(/^dist(.*)\.d\.ts$/u, 'src$1.ts')));

    expect(orphans).toEqual([]);
    expect(paths.filter((path) => path.includes('.spec.'))).toEqual([]);
  });

  it('has a module for each entry, and other modules only as chunks', () => {
    const modules = paths.filter((path) => /^dist\/.*\.js$/u.test(path));
    const manifest = JSON.stringify(packages.find((each) => each.manifest.name === name)?.manifest);
    const others = modules.filter((path) => !manifest.includes(`"./${path}"`));

    expect(others.filter((path) => !/^dist\/(?:chunks\/|bin\/main\.js$)/u.test(path))).toEqual([]);
  });
});
