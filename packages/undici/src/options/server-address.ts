import { invalidArgument } from '@rxkube/protocol';

/** Where requests go: an origin, and the path in front of every request's own. */
export interface ServerAddress {
  /** `https://host:6443`. */
  readonly origin: string;
  /** `''`, or a path without a slash at its end, as gateways have. */
  readonly prefix: string;
  readonly secure: boolean;
}

/**
 * Reads the address of a server. Nothing of it is in the errors, since it may carry a password: without a scheme the
 * user name would be taken for one.
 *
 * @throws ProtocolError `invalidArgument` for what is no http(s) URL, or has more than an origin and a path.
 */
export function serverAddress(server: unknown): ServerAddress {
  if (typeof server !== 'string' || !URL.canParse(server)) {
    throw invalidArgument(
      'server',
      "is no URL; pass the address of the API server, such as 'https://127.0.0.1:6443'",
    );
  }
  const url = new URL(server);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalidArgument(
      'server',
      'has another scheme; pass an address that begins with https:// or http://',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidArgument(
      'server',
      'carries a user name or password; pass them as `username` and `password`',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalidArgument('server', 'has a query or a fragment; pass the origin and path alone');
  }

  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/u, ''),
    secure: url.protocol === 'https:',
  };
}
