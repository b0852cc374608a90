import { execFile } from 'node:child_process';

import { root } from '../support/packages.js';

/** Runs a script of the workspace, and gives its output if it fails. */
export function failureOf(script: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '--silent', script],
      { cwd: root, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
      (error, stdout, stderr) => {
        resolve(error === null ? '' : `${stdout}${stderr}`);
      },
    );
  });
}
