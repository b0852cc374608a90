import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { root } from '../support/packages.js';

/** Installs packages in a folder of their own, which later runs find again. Gives its `node_modules`. */
export async function installed(name: string, ...packages: string[]): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'rxkube', name);
  const modules = join(folder, 'node_modules');
  if (existsSync(join(folder, 'complete'))) return modules;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await promisify(execFile)(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages],
    { cwd: folder, shell: process.platform === 'win32' },
  );
  writeFileSync(join(folder, 'complete'), '');

  return modules;
}

/** The binary of a version of Node. It comes from a package of the npm registry that needs no install script. */
export async function nodeBinary(version: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const modules = await installed(`node-${version}`, `${name}@${version}`);

  return join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
