import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

import { type Environment } from './environment.js';

/**
 * Finds the file of a command: a path stays as it is, and a name is looked up on the `PATH`.
 *
 * Relative entries of the `PATH`, such as `.`, are skipped. So no program comes out of the current directory unless its
 * path says so (`./aws`). Go and `kubectl` refuse such programs too.
 */
export function programPath(command: string, env: Environment): string | undefined {
  if (/[/\\]/u.test(command)) return resolve(command);
  const endings =
    process.platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.EXE').split(';')] : [''];

  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .flatMap((directory) => endings.map((ending) => join(directory, command + ending)))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);

    return statSync(file).isFile();
  } catch {
    return false;
  }
}
