import { type Message } from '../wire/message.js';

/** The years 0 to 9999, which RFC 3339 can say. Seconds since 1970. */
const FIRST = -62_167_219_200;
const LAST = 253_402_300_799;
/** The length of a time to the second. */
const SECONDS = '2026-01-02T03:04:05'.length;

/** Reads a time as JSON has it, RFC 3339 in whole seconds; `undefined` for the empty message. */
export function readTimestamp(message: Message): string | undefined {
  let seconds: number | undefined;
  while (message.next()) {
    if (message.field === 1) seconds = message.number();
    // Nanoseconds are not in JSON either.
    else if (message.field === 2) seconds ??= 0;
  }
  if (seconds === undefined) return undefined;
  if (seconds < FIRST || seconds > LAST) throw message.wrong('a time in the years 0 to 9999');

  return `${new Date(1_000 * seconds).toISOString().slice(0, SECONDS)}Z`;
}
