import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import ts from 'typescript';

import { packages } from '../support/packages.js';

/** Each node with the nodes that it imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The source files of all packages without specs, with the files of the same package that each imports. */
export const files: Graph = new Map(
  packages.flatMap(({ folder, path }) =>
    sourcesIn(join(folder, 'src')).map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, 'src', file), 'utf8'));
      const imported = importedFiles
        .filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => join(dirname(file), fileName).replace(/\.js$/u, '.ts'));

      return [
        `${path}/src/${file}`,
        new Set(imported.map((name) => `${path}/src/${name}`)),
      ] as const;
    }),
  ),
);

/** The folders, with the folders that each imports. A file at the root of a package counts as a folder of its own. */
export function foldersOf(graph: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, imported] of graph) {
    const folder = folderOf(file);
    const all = folders.get(folder) ?? new Set();
    folders.set(folder, all);
    for (const other of imported) if (folderOf(other) !== folder) all.add(folderOf(other));
  }

  return folders;
}

/** Each set of nodes that import one another, as a sorted list. */
export function cyclesOf(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(graph, node)]));
  const cycles = new Map<string, readonly string[]>();
  for (const [node, others] of reached) {
    const members = [...others].filter((other) => reached.get(other)?.has(node) === true).sort();
    if (members.length > 0) cycles.set(members.join(), members);
  }

  return [...cycles.values()];
}

/** How many files each folder has. */
export function sizesOf(graph: Graph): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const file of graph.keys()) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);

  return sizes;
}

function folderOf(file: string): string {
  return dirname(file).endsWith('/src') ? file : dirname(file);
}

function reachedFrom(graph: Graph, node: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(node) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }

  return reached;
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => normalize(file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
}
