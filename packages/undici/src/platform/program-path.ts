import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

import { type Environment } from './environment.js';

/** The file that a command stands for: a path as it is, a name by the `PATH`; `undefined` where there is none. */
export function programPath(command: string, env: Environment): string | undefined {
  if (/[/\\]/u.test(command)) return resolve(command);
  const endings =
    process.platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.EXE').split(';')] : [''];

  return (env['PATH'] ?? '')
    .split(delimiter)
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
