import { type FieldSelector } from './field-selector.js';
import { type LabelSelector } from './label-selector.js';

/**
 * Joins label selectors into one that selects what all of them select.
 *
 * @since 0.1.0
 */
export function allOf(first: LabelSelector, ...others: readonly LabelSelector[]): LabelSelector;

/**
 * Joins field selectors into one that selects what all of them select.
 *
 * @since 0.1.0
 */
export function allOf(first: FieldSelector, ...others: readonly FieldSelector[]): FieldSelector;

export function allOf(
  first: LabelSelector | FieldSelector,
  ...others: readonly (LabelSelector | FieldSelector)[]
): object {
  return {
    _tag: first._tag,
    requirements: [first, ...others].flatMap(
      (selector): readonly object[] => selector.requirements,
    ),
  };
}
