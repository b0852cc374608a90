const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const SCALAR = `(?:${STRING}|[-+.\\w]+)`;
const FLAT = some('\\{', `${STRING}:${SCALAR}`, '\\}');
const VALUE = `(?:${SCALAR}|${FLAT}|${some('\\[', `(?:${SCALAR}|${FLAT})`, '\\]')})`;

/**
 * The longest text that a pattern of {@link fieldsBut} is for, in characters. An engine's memory for a match grows
 * with the strings in it, and has a limit. No larger object fits into etcd: its requests have at most 1.5 MiB.
 */
export const LONGEST_PATTERN = 1_048_576;

/**
 * The source of a pattern that skips the fields of an object, each with its comma, up to one of some names. The values
 * may be plain values, flat objects and arrays of these, without white space between.
 *
 * In a JSON document it never leaves the object that it begins in. The next character says which way to go each time,
 * so that the cost is linear, even without a match.
 */
export function fieldsBut(...names: readonly string[]): string {
  return `(?:(?!"(?:${names.join('|')})":)"[^"\\\\]*":${VALUE},)*`;
}

function some(open: string, each: string, close: string): string {
  return `${open}(?:${each}(?:,${each})*)?${close}`;
}
