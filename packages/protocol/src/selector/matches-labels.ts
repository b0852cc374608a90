import { type LabelRequirement, type LabelSelector } from './label-selector.js';
import { wholeNumber } from './label-syntax.js';

/**
 * Says whether an object with these labels is selected, by the rules of a server.
 *
 * @since 0.1.0
 */
export function matchesLabels(
  selector: LabelSelector,
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  return selector.requirements.every((requirement) =>
    matches(requirement, valueOf(labels, requirement.key)),
  );
}

/** A key such as `constructor` is a label only if the object has it itself. */
function valueOf(
  labels: Readonly<Record<string, string>> | undefined,
  key: string,
): string | undefined {
  return labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
}

function matches(requirement: LabelRequirement, value: string | undefined): boolean {
  switch (requirement.operator) {
    case 'Equals':
      return value === requirement.value;
    case 'NotEquals':
      return value !== requirement.value;
    case 'In':
      return value !== undefined && requirement.values.includes(value);
    case 'NotIn':
      return value === undefined || !requirement.values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'GreaterThan':
      return compares(value, requirement.value, (left, right) => left > right);
    case 'LessThan':
      return compares(value, requirement.value, (left, right) => left < right);
  }
}

function compares(
  value: string | undefined,
  bound: string,
  order: (left: bigint, right: bigint) => boolean,
): boolean {
  const left = value === undefined ? undefined : wholeNumber(value);
  const right = wholeNumber(bound);

  return left !== undefined && right !== undefined && order(left, right);
}
