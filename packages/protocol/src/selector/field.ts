import { invalidArgument } from '../errors.js';
import { type KubeObject } from '../object-meta.js';
import { type FieldPath } from './field-path.js';
import { type FieldSelector } from './field-selector.js';
import { fieldPathProblem } from './field-syntax.js';

/**
 * What can be asked of one field. Each answer is a {@link FieldSelector} of its own.
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
 * Selects objects by one of their fields; `allOf` joins several.
 *
 * ```ts
 * const running = field<Pod>('status.phase').equals('Running');
 * const done = field('status.successful').equals(3); // a job's field that has another name in the object
 * ```
 *
 * With a type argument the path is one of that type's; without one it is any text.
 *
 * @throws ProtocolError `invalidArgument` of `fieldSelector` for a path that no server takes.
 * @since 0.1.0
 */
export function field<T extends KubeObject = never>(
  path: [T] extends [never] ? string : FieldPath<T>,
): FieldConditions {
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
