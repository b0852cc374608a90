/** The letters of generated names. There are no vowels, so that no words arise. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const LENGTH = 5;
/** The letters of a prefix that are kept, so that the name fits into a DNS label. */
const LONGEST_PREFIX = 63 - LENGTH;

/** Makes a name from the `generateName` of an object. */
export function generatedName(prefix: string, random: () => number, revision: number): string {
  return `${prefix.slice(0, LONGEST_PREFIX)}${nameSuffix(random, revision)}`;
}

/**
 * Makes the suffix of a generated name. The revision makes it unique even if chance is constant.
 */
function nameSuffix(random: () => number, revision: number): string {
  const base = ALPHABET.length;
  let number = (Math.floor(random() * base ** LENGTH) + revision) % base ** LENGTH;
  let suffix = '';
  for (let at = 0; at < LENGTH; at += 1) {
    suffix += ALPHABET[number % base] ?? '';
    number = Math.floor(number / base);
  }

  return suffix;
}

/**
 * Makes a uid in the form of a version 4 UUID. Its last group is the revision, which makes it
 * unique.
 */
export function newUid(random: () => number, revision: number): string {
  const digits = (count: number): string =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, '0');

  return [
    digits(8),
    digits(4),
    `4${digits(3)}`,
    `a${digits(3)}`,
    revision.toString(16).padStart(12, '0'),
  ].join('-');
}
