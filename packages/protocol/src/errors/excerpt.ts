/** Enough to recognise the input. The rest does not belong in a log. */
const LIMIT = 200;

/** Long runs of these are keys, tokens and base64; no word of a message is as long. */
const OPAQUE = /[A-Za-z0-9+/=_-]{24,}/gu;

/**
 * The beginning of a text that is not the JSON that was expected, for the `text` of a `DecodeError`.
 *
 * Its strings are masked, except keys, because they may be a Secret's data. The rest still distinguishes a broken
 * frame from a login page.
 */
export function excerpt(text: string): string {
  const masked = text
    .slice(0, 4 * LIMIT)
    .replace(/("(?:[^"\\]|\\[^])*(?:"|\\?$))(\s*:)?/gu, (_whole, found: string, colon?: string) =>
      colon === undefined ? '"…"' : `${found}${colon}`,
    )
    .replace(OPAQUE, '…');

  return masked.length > LIMIT || text.length > 4 * LIMIT ? `${masked.slice(0, LIMIT)}…` : masked;
}
