import { type ProxyServer } from './proxy-server.js';

/** The header with the user and password of a proxy, or none. */
export function proxyAuthorization(proxy: ProxyServer): Readonly<Record<string, string>> {
  const { username, password } = proxy;
  if (username === '' && password === '') return {};
  const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');

  return { 'proxy-authorization': `Basic ${pair}` };
}
