import { invalidArgument } from '../errors/errors.js';
import { type KubeObject } from '../objects/object-meta.js';
import { type FieldPath } from './field-path.js';
import { type FieldSelector } from './field-selector.js';
import { fieldPathProblem } from './field-syntax.js';

/**
 * Builds conditions on one field. Each method returns a new {@link FieldSelector}.
 *
 * @since 0.1.0
 */
export interface FieldConditions {
  /** The field has this value; `''` also selects objects without it. */
  readonly equals: (value: string | number | boolean) => FieldSelector;
  /** The field has another value, or is absent. */
  readonly notEquals: (value: string | number | boolean) => FieldSelector;
}

/**
 * Selects objects by one of their fields, whose path is any text; `allOf` joins several.
 *
 * ```ts
 * const done = field('status.successful').equals(3); // a field of jobs that has another name in the object
 * ```
 *
 * @throws ProtocolError `invalidArgument` of `fieldSelector` for a path that no server takes.
 * @since 0.1.0
 */
export function field(path: string): FieldConditions;

/**
 * Selects objects by one of the fields of `T`.
 *
 * ```ts
 * const running = field<Pod>('status.phase').equals('Running');
 * ```
 *
 * @since 0.1.0
 */
export function field<T extends KubeObject>(path: FieldPath<T>): FieldConditions;

export function field(path: string): FieldConditions {
  const problem = fieldPathProblem(path);
  if (problem !== undefined) throw invalidArgument('fieldSelector', problem);
  const only = (
    operator: 'Equals' | 'NotEquals',
    value: string | number | boolean,
  ): FieldSelector => ({
    _tag: 'FieldSelector',
    requirements: [{ operator, path, value: String(value) }],
  });

  return {
    equals: (value) => only('Equals', value),
    notEquals: (value) => only('NotEquals', value),
  };
}
