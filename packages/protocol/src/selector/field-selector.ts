/**
 * A condition on one field of an object. A server compares texts, and an absent field is `''`.
 *
 * @since 0.1.0
 */
export interface FieldRequirement {
  readonly operator: 'Equals' | 'NotEquals';
  /** Dotted, such as `status.phase`. */
  readonly path: string;
  readonly value: string;
}

/**
 * Which fields an object must have to be selected: all requirements together, so none selects everything.
 *
 * @see {@link field} for the way to make one.
 * @since 0.1.0
 */
export interface FieldSelector {
  readonly _tag: 'FieldSelector';
  readonly requirements: readonly FieldRequirement[];
}
