import { describe, expect, it } from 'vitest';

import {
  fileCycles,
  folderCycles,
  largeFolders,
  unfinished,
} from '../config/structure-exceptions.js';
import { cyclesOf, files, foldersOf, sizesOf } from './source-graph.js';

const MOST_FILES = 16;

describe('the sources of the packages', () => {
  it('form no cycle of files, types included', () => {
    expect(finished(cyclesOf(files).map(String))).toEqual(fileCycles);
  });

  it('form no cycle of folders', () => {
    expect(finished(cyclesOf(foldersOf(files)).map(String))).toEqual(folderCycles);
  });

  it(`are in folders of at most ${String(MOST_FILES)} files`, () => {
    const large = [...sizesOf(files)].filter(([, size]) => size > MOST_FILES);

    expect(finished(large.map(([folder]) => folder))).toEqual(largeFolders);
  });
});

describe('cyclesOf', () => {
  it('finds the nodes that import one another, and leaves out those that lead there', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b', 'd'])],
      ['d', new Set<string>()],
    ]);

    expect(cyclesOf(graph)).toEqual([['b', 'c']]);
  });
});

function finished(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !unfinished.some((folder) => path.startsWith(folder)));
}
