/**
 * A condition on one label of an object.
 *
 * `NotEquals` and `NotIn` also take objects that do not have the label at all.
 *
 * @since 0.1.0
 */
export type LabelRequirement =
  | { readonly operator: 'Equals' | 'NotEquals'; readonly key: string; readonly value: string }
  | {
      readonly operator: 'In' | 'NotIn';
      readonly key: string;
      /** Sorted, each value once, at least one. */
      readonly values: readonly string[];
    }
  | { readonly operator: 'Exists' | 'DoesNotExist'; readonly key: string }
  | {
      readonly operator: 'GreaterThan' | 'LessThan';
      readonly key: string;
      /** A whole number of 64 bits in decimal digits. */
      readonly value: string;
    };

/**
 * Which labels an object must have to be selected: all requirements together, so none selects everything.
 *
 * @see {@link label} for the way to make one.
 * @since 0.1.0
 */
export interface LabelSelector {
  readonly _tag: 'LabelSelector';
  readonly requirements: readonly LabelRequirement[];
}
