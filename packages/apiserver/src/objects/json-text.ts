import { parse, stringify } from 'lossless-json';

/** JavaScript rounds some whole numbers of 16 digits and more. */
const LONG_NUMBER = /\d{16}/u;
/** The whole numbers of a server in Go have 64 bits. It reads a larger one as a floating-point number. */
const LARGEST = 2n ** 63n - 1n;
const SMALLEST = -(2n ** 63n);

/**
 * Parses a JSON text. A whole number that JavaScript cannot hold exactly becomes a `bigint`, so that it keeps its digits.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseJson(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  if (!LONG_NUMBER.test(text)) return rounded;
  try {
    return parse(text, undefined, {
      parseNumber: (digits) =>
        /^-?\d+$/u.test(digits) ? exactNumber(BigInt(digits)) : Number(digits),
      onDuplicateKey: ({ newValue }) => newValue,
    });
  } catch {
    // Too deeply nested for that parser. The caller rejects such a text.
    return rounded;
  }
}

/** Writes a JSON text with all digits. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    const text = stringify(value);
    if (text === undefined) throw error;

    return text;
  }
}

/** Returns a number if it is written with the same digits, or if a server in Go would round it too. */
export function exactNumber(whole: bigint): number | bigint {
  const number = Number(whole);
  const isRounded = !Number.isSafeInteger(number) && String(number) !== String(whole);

  return isRounded && whole >= SMALLEST && whole <= LARGEST ? whole : number;
}
