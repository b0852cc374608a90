import { type ProtocolError, invalidArgument } from '../errors/errors.js';
import { type FieldRequirement, type FieldSelector } from './field-selector.js';
import { fieldPathProblem } from './field-syntax.js';

/**
 * Reads a field selector as a server does: `path=value`, `path==value` and `path!=value`, joined by commas, with
 * `\` before each `,`, `=` and `\` that belongs to a value. White space counts.
 *
 * A path that cannot be one of any object, such as an empty one, is refused here already; a server does so later.
 *
 * @throws ProtocolError `invalidArgument` of `fieldSelector` that says what is wrong, where, and what to write.
 * @since 0.1.0
 */
export function parseFieldSelector(text: string): FieldSelector {
  return { _tag: 'FieldSelector', requirements: termsOf(text).map(requirementOf) };
}

/** The text between two commas. */
interface Term {
  readonly term: string;
  /** Counted from 0. */
  readonly start: number;
}

/** A comma behind a backslash does not part. Like a server, it skips terms with nothing in them. */
function termsOf(text: string): readonly Term[] {
  return [...text.matchAll(/(?:[^\\,]|\\[^]|\\$)+/gu)].map(({ 0: term, index }) => ({
    term,
    start: index,
  }));
}

function requirementOf({ term, start }: Term): FieldRequirement {
  const found = /!=|==|=/u.exec(term);
  if (found === null) {
    throw refused(start, 'no operator follows; write path=value or path!=value');
  }
  const [operator] = found;
  const path = term.slice(0, found.index);
  const problem = fieldPathProblem(path);
  if (problem !== undefined) throw refused(start, problem);
  const valueAt = found.index + operator.length;

  return {
    operator: operator === '!=' ? 'NotEquals' : 'Equals',
    path,
    value: unescaped(term.slice(valueAt), start + valueAt),
  };
}

function unescaped(value: string, start: number): string {
  const [good = ''] = /^(?:[^\\=]|\\[\\,=])*/u.exec(value) ?? [];
  if (good.length < value.length) {
    const stray = value.charAt(good.length);
    throw refused(start + good.length, `"${stray}" stands alone in a value; write "\\${stray}"`);
  }

  return value.replace(/\\([^])/gu, '$1');
}

function refused(at: number, problem: string): ProtocolError {
  return invalidArgument('fieldSelector', `at character ${String(at + 1)}: ${problem}`);
}
