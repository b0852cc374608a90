/** Visible ASCII: no control characters, no line breaks. */
const TOKEN = /^[\x21-\x7e]+$/u;

/** Returns the `authorization` header of a token without the white space around it, or `undefined` if it is not a token. */
export function bearer(token: unknown): string | undefined {
  if (typeof token !== 'string') return undefined;
  const trimmed = token.trim();

  return TOKEN.test(trimmed) ? `Bearer ${trimmed}` : undefined;
}
