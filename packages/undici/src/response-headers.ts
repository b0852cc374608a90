/** The headers of undici as a map of lower-case names; a header that came several times is joined. */
export function responseHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      map.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value);
    }
  }

  return map;
}

/** The headers of a body whose encoding is undone; its length counted the encoded bytes. */
export function withoutEncoding(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const rest = new Map(headers);
  rest.delete('content-encoding');
  rest.delete('content-length');

  return rest;
}
