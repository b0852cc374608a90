import { describe, expect, it } from 'vitest';

import { dictionary } from './dictionary.js';
import { filesOf } from './files-of.js';
import { proseOf } from './prose.js';

const files = filesOf(/\.(?:md|[cm]?[jt]s)$/u).filter((path) => path !== 'test/docs/dictionary.ts');
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
