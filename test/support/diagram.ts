import { readFileSync } from 'node:fs';

/** The rows of a marble diagram by their names, without the legend. */
export type Diagram = Readonly<Record<string, string>>;

const FENCE = /^ *\* ```text\n([^]*?)^ *\* ```$/gmu;

/**
 * Reads the marble diagrams in the doc comments of a source, so that a test draws the rows from there. The test only says
 * what the letters stand for, and fails if a row changes.
 *
 * ```text
 * source    -a-b-|     a, b = numbers        { source: '-a-b-|', result: '---c-|' }
 * result    ---c-|     c = their sum
 * ```
 *
 * - The marbles of all rows begin in one column, that of the first row. Spaces before the marbles of a row say when it is
 *   subscribed. The returned row is without them.
 * - The legend follows after two spaces, and in lines without a name.
 *
 * @param url `import.meta.url` of the test
 * @param file the source, relative to the test
 * @param names the names of all rows, so that no row stays untested
 * @param nth which of the diagrams, from 0
 */
export function diagramOf<Name extends string>(
  url: string,
  file: string,
  names: readonly Name[],
  nth = 0,
): Readonly<Record<Name, string>> {
  const source = readFileSync(new URL(file, url), 'utf8');
  const diagrams = [...source.matchAll(FENCE)]
    .flatMap(([, fence = '']) => fence.split(/^ *\*\n/mu))
    .map((text) => rowsOf(text.split('\n').map((line) => line.replace(/^ *\* ?/u, ''))));
  const rows = diagrams[nth];
  if (rows === undefined) throw new Error(`${file} has no diagram ${String(nth)}`);
  const drawn = Object.keys(rows).join(', ');
  if (drawn !== names.join(', ')) throw new Error(`the rows of ${file} are ${drawn}`);

  return rows;
}

/** A subscription that ends with the last frame of a row. */
export function untilEndOf(row: string): string {
  return `^ ${String(row.length - 1)}ms !`;
}

function rowsOf(lines: readonly string[]): Diagram {
  const column = /^\S+(?: \S+)*? {2,}/u.exec(lines[0] ?? '')?.[0].length ?? 0;

  return Object.fromEntries(
    lines
      .filter((line) => line.slice(0, column).trim() !== '')
      .map((line) => {
        const [marbles = ''] = line.slice(column).trimStart().split(/ {2,}/u);

        return [line.slice(0, column).trim(), marbles] as const;
      }),
  );
}
