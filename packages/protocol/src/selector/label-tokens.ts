const OPERATORS = ['=', '==', '!=', '!', '>', '<', '(', ')', ','] as const;

/** One piece of a label selector. */
export interface LabelToken {
  /** `word` for keys, values, `in` and `notin`; `end` behind the last piece; otherwise the operator itself. */
  readonly kind: 'word' | 'end' | (typeof OPERATORS)[number];
  readonly text: string;
  /** Counted from 0. */
  readonly start: number;
}

/** Longest operators first. A server knows these four kinds of white space and no others. */
const TOKEN = /==|!=|[=!<>(),]|[^ \t\r\n=!<>(),]+/gu;

/** Cuts a label selector into its pieces; white space ends a word and means nothing else. */
export function labelTokens(text: string): readonly LabelToken[] {
  return [...text.matchAll(TOKEN)].map(({ 0: found, index }) => ({
    kind: OPERATORS.find((operator) => operator === found) ?? 'word',
    text: found,
    start: index,
  }));
}
