import { type KubeError, TransportError, isKubeError } from '@rxkube/protocol';

import { platform } from './platform.js';

/** Characters that are quoted of a message of the platform. */
const MESSAGE_LIMIT = 300;

/** Codes of Node for a request that has not reached the server. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|.*CERT.*|ERR_SSL_.*|ERR_TLS_.*|UNABLE_TO_.*|EPROTO)$/u;

/**
 * Turns a failure of `fetch`, or of reading its body, into a typed error. Browsers say nothing about the reason, so the
 * error lists what to look at. An error of this library passes unchanged.
 */
export function fetchFailure(
  error: unknown,
  phase: 'headers' | 'body',
  request: string,
): KubeError {
  if (isKubeError(error)) return error;
  const code = codeOf(error);
  const message = messageOf(error);
  if (code !== undefined) {
    return new TransportError({
      phase: phase === 'headers' && NOT_CONNECTED.test(code) ? 'connect' : phase,
      code,
      problem: message,
      request,
      cause: error,
    });
  }

  return new TransportError({
    phase,
    ...(phase === 'headers' && { code: 'FETCH_FAILED' }),
    problem: phase === 'headers' ? noResponse(message) : `the response was cut off (${message})`,
    request,
    cause: error,
  });
}

function noResponse(message: string): string {
  const offline = platform().navigator?.onLine === false ? 'this machine is offline; ' : '';

  return `${offline}no response (${message}); a browser does not say why: check that the server runs, its name (DNS) and certificate, that it allows this origin (CORS), and connect-src of the page's Content-Security-Policy`;
}

/** Node puts the reason into a cause, with a code. Browsers give none. */
function codeOf(error: unknown): string | undefined {
  for (let each = error, depth = 0; isRecord(each) && depth < 3; each = each['cause'], depth += 1) {
    const code = each['code'];
    if (typeof code === 'string') return code;
  }

  return undefined;
}

function messageOf(error: unknown): string {
  const cause = isRecord(error) ? textOf(error['cause']) : undefined;

  return (cause ?? textOf(error) ?? 'the thrown value is not an Error').slice(0, MESSAGE_LIMIT);
}

function textOf(error: unknown): string | undefined {
  const message = isRecord(error) ? error['message'] : undefined;

  return typeof message === 'string' ? message : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
