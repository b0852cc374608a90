/** What a header may hold: no control characters, no line breaks, nothing beyond ASCII. */
const TOKEN = /^[\x21-\x7e]+$/u;

/** The `authorization` header of a token, white space around it dropped; `undefined` for what is no token. */
export function bearer(token: unknown): string | undefined {
  if (typeof token !== 'string') return undefined;
  const trimmed = token.trim();

  return TOKEN.test(trimmed) ? `Bearer ${trimmed}` : undefined;
}
