import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../support/packages.js';
import { dictionary } from './dictionary.js';
import { notYetPassed } from './not-yet-passed.js';
import { proseOf } from './prose.js';

/** With `RXKUBE_WORDS=packages/operators` the files of that folder are checked, even if they are exempt. */
const chosen = process.env['RXKUBE_WORDS'];
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  .toString('utf8')
  .split('\n')
  .filter((path) => /\.(?:md|[cm]?[jt]s)$/u.test(path) && existsSync(join(root, path)))
  .filter((path) => !/api\.md$|^test\/bench\/results\/|^test\/docs\/dictionary/u.test(path))
  .filter((path) =>
    chosen === undefined
      ? !notYetPassed.some((part) => path.startsWith(part))
      : path.startsWith(chosen),
  );
const places = [...new Set(files.map(placeOf))];

describe('the dictionary', () => {
  it('is short', () => {
    expect(dictionary.length).toBeLessThanOrEqual(20);
  });
});

describe('the prose', () => {
  it.each(places)('of %s is plain', (place) => {
    const defects = files.filter((path) => placeOf(path) === place).flatMap(defectsIn);

    expect(defects.join('\n')).toBe('');
  });
});

/** The folder of a package, or of a suite. */
function placeOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
}

function defectsIn(path: string): readonly string[] {
  return proseOf(path).flatMap(({ line, text }) =>
    dictionary.flatMap(({ pattern, reason }) =>
      [...text.matchAll(pattern)].map(({ 0: words, index }) => {
        const around = text.slice(Math.max(0, index - 30), index + Math.min(words.length, 60) + 30);

        return `${path}:${String(line)}: "…${around}…": ${reason}`;
      }),
    ),
  );
}
