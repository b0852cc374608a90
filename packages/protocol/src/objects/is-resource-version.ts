import { type Branded } from 'io-ts';

/** The brand of {@link ResourceVersion}: it exists for the compiler only. @since 0.1.0 */
export interface ResourceVersionBrand {
  readonly ResourceVersion: unique symbol;
}

/** Half of a character, which no request can carry. */
const SURROGATE = /\p{Surrogate}/u;

/**
 * Says whether a value can be a position: a string of whole characters, but neither `''` nor `'0'`.
 *
 * @since 0.2.0
 */
export function isResourceVersion(value: unknown): value is Branded<string, ResourceVersionBrand> {
  return typeof value === 'string' && value !== '' && value !== '0' && !SURROGATE.test(value);
}
