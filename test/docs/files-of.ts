import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../support/packages.js';

/** The files of the repository whose paths match, without the generated ones. */
export function filesOf(pattern: RegExp): readonly string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
    .toString('utf8')
    .split('\n')
    .filter((path) => pattern.test(path) && existsSync(join(root, path)))
    .filter((path) => !/api\.md$|^test\/bench\/results\//u.test(path));
}
