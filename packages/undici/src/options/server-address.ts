import { invalidArgument } from '@rxkube/protocol';

/** The origin of the server, and the path that precedes the path of every request. */
export interface ServerAddress {
  /** `https://host:6443`. */
  readonly origin: string;
  /** `''`, or a path without a slash at its end, as gateways have. */
  readonly prefix: string;
  readonly secure: boolean;
}

/**
 * Reads the address of a server. Errors do not quote it, because it may contain a password. (Without a scheme, the user
 * name looks like one.)
 *
 * @throws ProtocolError `invalidArgument` unless it is an http(s) URL of an origin and a path alone.
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
