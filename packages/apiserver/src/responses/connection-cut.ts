import { type ApiRequest, TransportError, requestName } from '@rxkube/protocol';

/** The error of a client whose connection was cut. Over HTTP the socket is destroyed instead. */
export function connectionCut(
  request: ApiRequest,
  phase: 'headers' | 'body' = 'body',
): TransportError {
  return new TransportError({
    phase,
    code: 'ECONNRESET',
    problem: 'the server closed the connection',
    request: requestName(request),
  });
}
