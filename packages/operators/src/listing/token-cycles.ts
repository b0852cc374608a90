/**
 * The continue tokens of a list that are remembered: the last one, and the one at the last power of two. A circle of any
 * length comes back to that one (Brent's algorithm).
 */
export interface TokenCycle {
  readonly last: string | undefined;
  readonly mark: string | undefined;
  readonly sinceMark: number;
  readonly reach: number;
}

/** Before the first token. */
export const NO_TOKENS: TokenCycle = { last: undefined, mark: undefined, sinceMark: 0, reach: 1 };

/** Remembers one more token. Returns `undefined` if the tokens go round in a circle. */
export function afterToken(
  { last, mark, sinceMark, reach }: TokenCycle,
  token: string,
): TokenCycle | undefined {
  if (token === last || token === mark) return undefined;

  return sinceMark + 1 === reach
    ? { last: token, mark: token, sinceMark: 0, reach: reach * 2 }
    : { last: token, mark, sinceMark: sinceMark + 1, reach };
}
