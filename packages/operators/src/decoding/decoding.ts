/**
 * When objects are parsed: `'eager'` as they arrive, `'deferred'` when they are read for the first time. `'adaptive'`
 * defers, and parses objects as they arrive for as long as each of them is read at once.
 *
 * @since 0.2.0
 */
export type Decoding = 'eager' | 'deferred' | 'adaptive';

/**
 * Whether a pipe with these options may carry raw objects. An operator that does not know the decoding has to expect
 * them.
 */
export function mayBeRaw(options: object): boolean {
  return !('decoding' in options) || options.decoding !== 'eager';
}
