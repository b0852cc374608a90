/** Enough to recognise the input. The rest does not belong in a log. */
const LIMIT = 200;

/**
 * The shape of a text that is not the JSON that was expected, for the `text` of a `DecodeError`: its punctuation, with an
 * ellipsis for all between.
 *
 * A lost quote turns the inside of strings into their outside, so no rule can tell a key from the data of a Secret.
 */
export function excerpt(text: string): string {
  const shape = text
    .slice(0, 20 * LIMIT)
    .replace(/\s+/gu, '')
    .replace(/[^{}[\]":,<>]+/gu, '…');
  const isCut = shape.length > LIMIT || text.length > 20 * LIMIT;

  return isCut ? `${shape.slice(0, LIMIT)}…` : shape;
}
