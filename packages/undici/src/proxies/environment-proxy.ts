import { BlockList, isIP } from 'node:net';

import { invalidArgument } from '@rxkube/protocol';

import { type Environment } from '../platform/environment.js';
import { isExcludedBy } from './excluded-by.js';
import { type ProxyServer, proxyServer } from './proxy-server.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * The proxy that the environment names for a server, by the rules of Go: `HTTPS_PROXY` for https, `HTTP_PROXY`
 * for http, `NO_PROXY` for exceptions, each in capitals or else in small letters. This machine itself is never
 * reached through a proxy.
 *
 * @throws ProtocolError `invalidArgument` that names the variable, where it holds no proxy.
 */
export function environmentProxy(origin: string, env: Environment): ProxyServer | undefined {
  const { protocol, hostname, port } = new URL(origin);
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/gu, '');
  const [name, value] = variable(env, secure ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  const [, noProxy] = variable(env, 'NO_PROXY');
  const defaultPort = secure ? 443 : 80;
  if (value === '' || isLoopback(host)) return undefined;
  if (isExcludedBy(noProxy, host, port === '' ? defaultPort : Number(port))) return undefined;
  if (!secure && (env['REQUEST_METHOD'] ?? '') !== '') {
    // A CGI program gets the header `Proxy` of a stranger's request as HTTP_PROXY. https://httpoxy.org
    throw invalidArgument(name, 'is not to be trusted in a CGI program; pass `proxy` yourself');
  }

  return proxyServer(name, value.includes('://') ? value : `http://${value}`);
}

function variable(env: Environment, name: string): readonly [string, string] {
  const used = (env[name] ?? '') === '' ? name.toLowerCase() : name;

  return [used, env[used] ?? ''];
}

function isLoopback(host: string): boolean {
  if (isIP(host) === 0) return host === 'localhost';

  return LOOPBACK.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
