import { type IncomingHttpHeaders } from 'node:http';

import { isLoopback } from './loopback.js';

/** The hosts and origins beyond the loopback whose requests are served without a token. */
export interface AcceptedCallers {
  /** Names or addresses without a port. */
  readonly hosts: readonly string[];
  /** Such as `https://dashboard.example`. */
  readonly origins: readonly string[];
}

/**
 * Returns why a request without a token is refused: it may come from a web page that the user
 * happens to visit.
 *
 * - A page whose name was bound to the loopback address by its DNS server sends its own name as the
 *   `Host`.
 * - A page of another site sends its `Origin`, or only `Sec-Fetch-Site: cross-site`.
 */
export function callerProblem(
  headers: IncomingHttpHeaders,
  { hosts, origins }: AcceptedCallers,
): string | undefined {
  const { host = '', origin } = headers;
  const name = hostnameOf(`http://${host}`);
  if (name === undefined || !(isLoopback(name) || hosts.includes(name))) {
    return `the host ${JSON.stringify(host)} is not accepted without a token; add it to the option hosts, or use a token`;
  }
  if (origin !== undefined) {
    const page = hostnameOf(origin);
    if ((page !== undefined && isLoopback(page)) || origins.includes(origin)) return undefined;

    return `the origin ${JSON.stringify(origin)} is not accepted without a token; add it to the option origins, or use a token`;
  }

  return headers['sec-fetch-site'] === 'cross-site'
    ? 'requests from pages of other sites are not accepted without a token; add their origin to the option origins, or use a token'
    : undefined;
}

function hostnameOf(url: string): string | undefined {
  try {
    const { hostname, username, pathname } = new URL(url);

    return username === '' && pathname === '/' ? hostname.replace(/^\[(.*)\]$/u, '$1') : undefined;
  } catch {
    return undefined;
  }
}
