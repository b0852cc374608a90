declare const brand: unique symbol;

/**
 * One document of a body, parsed and not checked yet. The brand exists for the compiler only. With it, `watchEvents`
 * accepts documents, and neither bytes nor events.
 *
 * A decoder of your own marks its documents with `as JsonDocument`.
 *
 * @since 0.2.0
 */
export interface JsonDocument {
  readonly [brand]: 'JsonDocument';
}
