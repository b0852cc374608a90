import { type ApiRequest, isWatch, requestTarget } from '@rxkube/protocol';
import { type Dispatcher } from 'undici';

import { type ValidatedOptions } from '../options/validated-options.js';
import { type ProxyServer, proxyAuthorization } from '../proxies/proxy-server.js';

/**
 * The proxy that reads the requests to a server without TLS, if there is one. Over SOCKS and to a server with TLS a
 * proxy sees no request.
 */
export function readingProxy({ address, proxy }: ValidatedOptions): ProxyServer | undefined {
  return address.secure || proxy?.speaks === 'socks5' ? undefined : proxy;
}

/** The request as undici takes it. */
export function dispatchOptions(
  request: ApiRequest,
  options: ValidatedOptions,
  authorization: string | undefined,
): Dispatcher.DispatchOptions & {
  readonly origin: string;
  readonly headers: Record<string, string | string[]>;
} {
  const { address, headersTimeout } = options;
  const proxy = readingProxy(options);
  const prefix = proxy === undefined ? '' : address.origin;

  return {
    origin: address.origin,
    path: `${prefix}${address.prefix}${requestTarget(request)}`,
    method: request.method,
    headers: {
      ...headersFor(request, options, authorization),
      ...(proxy !== undefined && proxyAuthorization(proxy)),
    },
    headersTimeout: isWatch(request) ? 0 : headersTimeout,
    bodyTimeout: 0,
    ...(request.body !== undefined && { body: request.body }),
  };
}

/** Later ones win: those of the transport, the user to act as, those of the request, the credential. */
function headersFor(
  request: ApiRequest,
  { headers, impersonation, compression }: ValidatedOptions,
  authorization: string | undefined,
): Record<string, string | string[]> {
  return {
    ...headers,
    ...(!Object.hasOwn(request.headers, 'impersonate-user') && impersonation),
    'accept-encoding': compression && !isWatch(request) ? 'gzip' : 'identity',
    ...request.headers,
    ...(authorization !== undefined && { authorization }),
  };
}
