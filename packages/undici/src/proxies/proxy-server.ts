import { invalidArgument } from '@rxkube/protocol';

/** A proxy, as its URL says. */
export interface ProxyServer {
  /** How one speaks with it; `socks5h` is the same, since names are always resolved by the proxy. */
  readonly speaks: 'http' | 'https' | 'socks5';
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Its address without user and password, for errors. */
  readonly origin: string;
  readonly username: string;
  readonly password: string;
}

const SPEAKS = {
  'http:': 'http',
  'https:': 'https',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
} as const;

/** https://pkg.go.dev/net/http#Transport */
const PORTS = { http: 80, https: 443, socks5: 1080 } as const;

/**
 * Reads the URL of a proxy. Errors do not quote it, because it may contain a password.
 *
 * @throws ProtocolError `invalidArgument` for the field.
 */
export function proxyServer(field: string, text: unknown): ProxyServer {
  if (typeof text !== 'string' || !URL.canParse(text)) {
    throw invalidArgument(field, "is no URL of a proxy, such as 'http://127.0.0.1:3128'");
  }
  const url = new URL(text);
  const speaks = isKnown(url.protocol) ? SPEAKS[url.protocol] : undefined;
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (speaks === undefined || host === '') {
    throw invalidArgument(
      field,
      'has another scheme; a proxy begins with http://, https:// or socks5://',
    );
  }

  return {
    speaks,
    host,
    port: url.port === '' ? PORTS[speaks] : Number(url.port),
    origin: `${url.protocol}//${url.host}`,
    username: decoded(field, url.username),
    password: decoded(field, url.password),
  };
}

/** The header with the user and password of a proxy, if it has them. */
export function proxyAuthorization(proxy: ProxyServer): Readonly<Record<string, string>> {
  const { username, password } = proxy;
  if (username === '' && password === '') return {};
  const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');

  return { 'proxy-authorization': `Basic ${pair}` };
}

function isKnown(protocol: string): protocol is keyof typeof SPEAKS {
  return Object.hasOwn(SPEAKS, protocol);
}

function decoded(field: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidArgument(field, 'has a % in its user or password that is not written as %25');
  }
}
