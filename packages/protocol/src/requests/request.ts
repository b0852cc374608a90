/**
 * One request to the API server, as data. A transport turns it into HTTP.
 *
 * @since 0.1.0
 */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute and encoded, without the query: `/api/v1/namespaces/default/pods`. */
  readonly path: string;
  /** Not encoded. */
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * The path and query of a request, encoded, in the order of its fields.
 *
 * @since 0.1.0
 */
export function requestTarget(request: ApiRequest): string {
  const query = Object.entries(request.query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');

  return query === '' ? request.path : `${request.path}?${query}`;
}

/** A half of a character cannot be encoded. It becomes U+FFFD, as in all text that is sent. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/**
 * Says whether a request opens a watch, whose response has no end.
 *
 * @since 0.1.0
 */
export function isWatch(request: ApiRequest): boolean {
  const { watch } = request.query;

  return watch !== undefined && watch !== '0' && watch.toLowerCase() !== 'false';
}

/**
 * How errors name a request: its method and path, without the query.
 *
 * @since 0.1.0
 */
export function requestName(request: ApiRequest): string {
  return `${request.method} ${request.path}`;
}
