/** Headers that are one value; of several the first counts, as it does for Go's clients and for Node's own. */
const SINGLE = new Set(['content-length', 'content-type', 'date', 'location', 'retry-after']);

/** The headers of undici as a map of lower-case names; a list that came in several headers is joined. */
export function responseHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const lower = name.toLowerCase();
    const values = Array.isArray(value) ? value : [value];
    map.set(lower, (SINGLE.has(lower) ? values.slice(0, 1) : values).join(', '));
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
