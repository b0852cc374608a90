import { isError } from '@rxkube/protocol/internal';

/**
 * An error as plain data: its own fields, `name` and `message` among them, without the stack.
 *
 * Test tools compare errors by their message at best. Compared as data, each field counts; the cause is data too,
 * and left out where there is none.
 *
 * ```ts
 * expect(errorData(snapshot.error)).toMatchObject({ _tag: 'StatusError', code: 410 });
 * ```
 *
 * A value that is not an error is returned unchanged.
 *
 * @since 0.1.0
 */
export function errorData(error: unknown): unknown {
  if (!isError(error)) return error;
  const { name, message, cause } = error;
  const fields = Object.entries(error).filter(([, value]) => value !== undefined);

  return {
    ...Object.fromEntries(fields),
    name,
    message,
    ...(cause !== undefined && { cause: errorData(cause) }),
  };
}
