import { invalidArgument } from '@rxkube/protocol';

/**
 * Looks at an argument that is code of the user: `transport`, `open`, `decode`.
 *
 * @throws ProtocolError `invalidArgument` that names it, if it is not a function.
 */
export function validatedFunction<F>(field: string, value: F, remedy: string): F {
  if (typeof value !== 'function') throw invalidArgument(field, `is no function; pass ${remedy}`);

  return value;
}
