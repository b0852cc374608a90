import { TransportError } from '@rxkube/protocol';
import { isError } from '@rxkube/protocol/internal';

import { errorCode, errorsIn } from '../platform/error-code.js';
import { type ProxyServer } from './proxy-server.js';

/** A platform's message longer than this says nothing more. */
const MESSAGE_LIMIT = 300;

/** Returns the error for a failure of a proxy. It names the proxy, without a password. */
export function proxyFailure(proxy: ProxyServer, what: string, error?: unknown): TransportError {
  const { code, message } = read(error);

  return new TransportError({
    phase: 'connect',
    code: code ?? 'ERR_PROXY',
    problem: `the proxy ${proxy.origin} ${what}${message === '' ? '' : ` (${message})`}`,
    // The error of a library may hold its options, and they the password: only its words are kept.
    cause: message === '' ? undefined : Object.assign(new Error(message), { code }),
  });
}

/** A proxy that answered with another status than it should. */
export function proxyRefusal(proxy: ProxyServer, status: number): TransportError {
  return proxyFailure(
    proxy,
    status === 407
      ? 'wants a login (407); put user and password into its URL'
      : `does not open the way to the server (${String(status)}); ask who runs it, or add the server to NO_PROXY`,
  );
}

function read(error: unknown): { readonly code: string | undefined; readonly message: string } {
  if (!isError(error)) return { code: undefined, message: '' };
  const code = errorCode(error);
  const [first] = errorsIn(error);
  const words = error.message === '' && isError(first) ? first.message : error.message;

  return { code, message: words.slice(0, MESSAGE_LIMIT) };
}
