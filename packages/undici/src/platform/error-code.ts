/** Returns the code of an error of the platform or of undici, such as `ECONNRESET`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
