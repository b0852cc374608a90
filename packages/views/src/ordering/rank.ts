/** One word of a rank: numbers come before texts, and `undefined` comes last in both directions. @since 0.1.0 */
export type RankWord = string | number | undefined;

/** The place of an object in an order: one word, or several that are compared one after the other. @since 0.1.0 */
export type Rank = RankWord | readonly RankWord[];

/** The direction of an order, or an order of your own. Objects of equal rank are in the order of their keys. @since 0.1.0 */
export type Order =
  'ascending' | 'descending' | { readonly compare: (one: Rank, other: Rank) => number };

/** An object in an order. It is replaced only if its rank changes. */
export class Place {
  constructor(
    readonly rank: Rank,
    readonly key: string,
  ) {}
}

/** Returns the comparison of an order. It returns 0 for equal keys of equal rank only. */
export function comparing(order: Order): (one: Place, other: Place) => number {
  const ranks =
    typeof order === 'object'
      ? order.compare
      : (one: Rank, other: Rank) => compareRanks(one, other, order === 'ascending' ? 1 : -1);

  return (one, other) => ranks(one.rank, other.rank) || compareTexts(one.key, other.key);
}

/** Returns whether two ranks have the same words. */
export function isSameRank(one: Rank, other: Rank): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;

  return one.length === other.length && one.every((word, at) => Object.is(word, other[at]));
}

function compareRanks(one: Rank, other: Rank, sign: 1 | -1): number {
  if (typeof one !== 'object' && typeof other !== 'object') return compareWords(one, other, sign);
  const words = typeof one === 'object' ? one : [one];
  const others = typeof other === 'object' ? other : [other];
  for (let at = 0; at < Math.max(words.length, others.length); at++) {
    const difference = compareWords(words[at], others[at], sign);
    if (difference !== 0) return difference;
  }

  return 0;
}

function compareWords(one: RankWord, other: RankWord, sign: 1 | -1): number {
  const kind = kindOf(one) - kindOf(other);
  if (kind !== 0) return isMissing(one) || isMissing(other) ? kind : sign * kind;
  if (typeof one === 'string' && typeof other === 'string') return sign * compareTexts(one, other);

  return isMissing(one) ? 0 : sign * (Number(one) - Number(other) || 0);
}

/** NaN has no place among numbers, so it counts as missing. */
function isMissing(word: RankWord): boolean {
  return word === undefined || Number.isNaN(word);
}

function kindOf(word: RankWord): 0 | 1 | 2 {
  if (isMissing(word)) return 2;

  return typeof word === 'number' ? 0 : 1;
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;

  return one < other ? -1 : 1;
}
