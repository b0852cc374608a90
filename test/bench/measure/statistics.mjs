/** @typedef {{ readonly lower: number, readonly median: number, readonly upper: number, readonly count: number }} Spread */

/**
 * The median of some numbers, and their quartiles.
 *
 * @param {readonly number[]} numbers
 * @returns {Spread | undefined} undefined of none
 */
export function spreadOf(numbers) {
  const sorted = numbers.filter(Number.isFinite).sort((one, other) => one - other);
  if (sorted.length === 0) return undefined;
  const at = (/** @type {number} */ share) => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] ?? 0;
    const above = sorted[Math.ceil(place)] ?? 0;

    return below + (above - below) * (place - Math.floor(place));
  };

  return { lower: at(0.25), median: at(0.5), upper: at(0.75), count: sorted.length };
}
