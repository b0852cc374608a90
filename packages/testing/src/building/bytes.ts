const encoder = new TextEncoder();

/** A text as UTF-8; any other value as one line of JSON. @since 0.1.0 */
export function bytesOf(value: unknown): Uint8Array {
  return encoder.encode(typeof value === 'string' ? value : `${JSON.stringify(value)}\n`);
}

/** Cuts bytes into chunks of at most `size`. @since 0.1.0 */
export function chunksOf(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.ceil(bytes.length / size);

  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
