import { invalidArgument } from '../errors/errors.js';
import { type LabelRequirement, type LabelSelector } from './label-selector.js';
import { labelKeyProblem, labelValueProblem, wholeNumber } from './label-syntax.js';

/**
 * Builds conditions on one label. Each method returns a new {@link LabelSelector}.
 *
 * @since 0.1.0
 */
export interface LabelConditions {
  /** The label is there, with this value. */
  readonly equals: (value: string) => LabelSelector;
  /** The label is not there, or has another value. */
  readonly notEquals: (value: string) => LabelSelector;
  /** The label is there, with one of these values. */
  readonly in: (values: readonly string[]) => LabelSelector;
  /** The label is not there, or has none of these values. */
  readonly notIn: (values: readonly string[]) => LabelSelector;
  /** The label is there, whatever its value. */
  readonly exists: () => LabelSelector;
  /** The label is not there. */
  readonly doesNotExist: () => LabelSelector;
  /** The label is there and is a whole number above this one. */
  readonly greaterThan: (value: number | bigint) => LabelSelector;
  /** The label is there and is a whole number below this one. */
  readonly lessThan: (value: number | bigint) => LabelSelector;
}

/**
 * Selects objects by one of their labels; `allOf` joins several.
 *
 * ```ts
 * const frontends = allOf(label('app').equals('web'), label('tier').in(['edge', 'cdn']));
 * ```
 *
 * @throws ProtocolError `invalidArgument` of `labelSelector` for a key, and from each condition for a value,
 * that no server takes.
 * @since 0.1.0
 */
export function label(key: string): LabelConditions {
  refuse(labelKeyProblem(key), 'write it as "name" or "example.com/name"');

  return {
    equals: (value) => only({ operator: 'Equals', key, value: checked(value) }),
    notEquals: (value) => only({ operator: 'NotEquals', key, value: checked(value) }),
    in: (values) => only({ operator: 'In', key, values: checkedSet(key, values) }),
    notIn: (values) => only({ operator: 'NotIn', key, values: checkedSet(key, values) }),
    exists: () => only({ operator: 'Exists', key }),
    doesNotExist: () => only({ operator: 'DoesNotExist', key }),
    greaterThan: (value) => only({ operator: 'GreaterThan', key, value: checkedNumber(value) }),
    lessThan: (value) => only({ operator: 'LessThan', key, value: checkedNumber(value) }),
  };
}

function only(requirement: LabelRequirement): LabelSelector {
  return { _tag: 'LabelSelector', requirements: [requirement] };
}

function checked(value: string): string {
  refuse(labelValueProblem(value), 'pass a value that a label can have');

  return value;
}

function checkedSet(key: string, values: readonly string[]): readonly string[] {
  if (!Array.isArray(values) || values.length === 0) {
    refuse(`no value is given for ${key}`, 'pass at least one');
  }

  return [...new Set(values.map(checked))].sort();
}

function checkedNumber(value: number | bigint): string {
  // A negative number is not a label value, so a server rejects it on both sides.
  if (value < 0 || wholeNumber(String(value)) === undefined) {
    refuse(`${String(value)} cannot be compared`, 'pass a whole number from 0 to 2^63 - 1');
  }

  return String(value);
}

function refuse(problem: string | undefined, remedy: string): void {
  if (problem !== undefined) throw invalidArgument('labelSelector', `${problem}; ${remedy}`);
}
