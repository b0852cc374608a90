import { isError } from '@rxkube/protocol/internal';

/** Returns the code of an error of the platform or of undici, such as `ECONNRESET`. */
export function errorCode(error: unknown): string | undefined {
  return isError(error) && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** The errors that an `AggregateError` joins. */
export function errorsIn(error: Error): readonly unknown[] {
  return 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
}
