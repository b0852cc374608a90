/** The key that follows in the metadata or behind them, or the end of the event. */
const GOES_ON = /\}?,"\w|\}\}\}\n?$/y;

/**
 * The end of an array in the metadata without a nested array, which is the usual form of `managedFields`. A native
 * search finds its closing bracket. `undefined` for any other value.
 *
 * The bracket may be inside a string. The following text excludes that: a quote there would end the string before a
 * bare key, and the end of the text would leave the string open. Neither is JSON, so in JSON the result is right.
 *
 * @param start the index of its opening bracket.
 */
export function behindFlatArray(text: string, start: number): number | undefined {
  const close = text[start] === '[' ? text.indexOf(']', start) : -1;
  if (close === -1 || text.slice(start + 1, close).includes('[')) return undefined;
  GOES_ON.lastIndex = close + 1;

  return GOES_ON.test(text) ? close + 1 : undefined;
}
