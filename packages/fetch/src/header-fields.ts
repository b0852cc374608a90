import { type ApiRequest, invalidArgument } from '@rxkube/protocol';

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/u;
// eslint-disable-next-line no-control-regex -- it looks for control characters
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/u;

/** Headers that a page cannot set, because they belong to the browser. Names of the Fetch standard. */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via)$/u;

/**
 * Checks headers and gives them lower-case names. It drops those that a page cannot set.
 *
 * @throws ProtocolError `invalidArgument` for a name or a value that no header can have. Values are not quoted.
 */
export function headerFields(headers: unknown): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) {
    throw invalidArgument('headers', 'must be an object with header names');
  }
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries<unknown>({ ...headers })) {
    if (!HEADER_NAME.test(name)) {
      throw invalidArgument('headers', `has ${JSON.stringify(name)}, which is not a header name`);
    }
    if (typeof value !== 'string' || CONTROL.test(value)) {
      throw invalidArgument('headers', `has a value for ${name} that no header can carry`);
    }
    const lower = name.toLowerCase();
    if (!FORBIDDEN.test(lower)) fields[lower] = value;
  }

  return fields;
}

/** The headers of one request: those of the transport, overwritten by its own. */
export function headersOf(request: ApiRequest, more: unknown): Record<string, string> {
  return { ...headerFields(more), ...headerFields(request.headers) };
}
