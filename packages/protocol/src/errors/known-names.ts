import { invalidArgument } from './errors.js';

/** Two names are alike if so many of their letters differ, at most, for each letter of the shorter one. */
const ALIKE = 1 / 2;

/**
 * Checks that options have only names that mean something. A misspelled option would have no effect.
 *
 * @param known the names of all options that may be there
 * @throws ProtocolError `invalidArgument` that names the first unknown option, and the known name nearest to it.
 */
export function validateNames(options: object, known: readonly string[]): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || known.includes(name)) continue;
    const nearest = nearestName(name, known);
    throw invalidArgument(
      name,
      nearest === undefined
        ? `is not an option; the options are ${known.join(', ')}`
        : `is not an option; did you mean \`${nearest}\`?`,
    );
  }
}

/** Finds the name that differs from a misspelled one in the fewest letters, if the two are alike. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const candidate of known) {
    const letters = differentLetters(name.toLowerCase(), candidate.toLowerCase());
    if (letters < fewest && letters <= ALIKE * Math.min(name.length, candidate.length)) {
      nearest = candidate;
      fewest = letters;
    }
  }

  return nearest;
}

/** Counts the letters to insert, delete or replace (Levenshtein). */
function differentLetters(left: string, right: string): number {
  let row = Array.from(right, (_, at) => at + 1);
  Array.from(left).forEach((letter, index) => {
    let diagonal = index;
    let before = index + 1;
    row = row.map((above, at) => {
      const replaced = diagonal + (letter === right[at] ? 0 : 1);
      diagonal = above;
      before = Math.min(before + 1, above + 1, replaced);

      return before;
    });
  });

  return row.at(-1) ?? left.length;
}
