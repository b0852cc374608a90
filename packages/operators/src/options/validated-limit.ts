import { invalidArgument } from '@rxkube/protocol';

/** Platforms keep a delay in 31 bits, and take a longer one for none at all. Milliseconds, about 25 days. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A user's limit in milliseconds, validated. A limit beyond the range of timers disables the limit.
 *
 * @throws ProtocolError `invalidArgument` that names the field.
 */
export function validatedLimit(field: string, milliseconds: number): number {
  if (typeof milliseconds !== 'number' || !(milliseconds > 0)) {
    throw invalidArgument(
      field,
      `${String(milliseconds)} is no limit; pass milliseconds above 0, or Infinity for none`,
    );
  }

  return milliseconds > LONGEST_TIMER ? Infinity : milliseconds;
}
