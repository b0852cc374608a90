/** The key that follows in the metadata or behind them, or the end of the event. */
const GOES_ON = /\}?,"\w|\}\}\}\n?$/y;

/**
 * Where an array of the metadata ends that has no other one inside of it, such as `managedFields` as a rule: behind
 * the first bracket that closes, which a native search finds. `undefined` where it is another array, or none.
 *
 * That bracket may stand in a string. What follows tells: a quote there would end the string, and the key behind it
 * stand bare; at the end of the text the string would have no end. Neither is JSON. So in JSON the place is right.
 *
 * @param start where it opens.
 */
export function behindFlatArray(text: string, start: number): number | undefined {
  const close = text[start] === '[' ? text.indexOf(']', start) : -1;
  if (close === -1 || text.slice(start + 1, close).includes('[')) return undefined;
  GOES_ON.lastIndex = close + 1;

  return GOES_ON.test(text) ? close + 1 : undefined;
}
