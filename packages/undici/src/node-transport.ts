import { type ApiResponse, type Transport } from '@rxkube/operators';
import {
  type ApiRequest,
  type KubeError,
  invalidArgument,
  isWatch,
  requestName,
  requestTarget,
} from '@rxkube/protocol';
import { type Observable, Subject, catchError, defer, takeUntil, throwError } from 'rxjs';

import { answerWithin } from './answer-within.js';
import { type CheckedOptions, checkOptions } from './check-options.js';
import { borrowedConnections } from './connections/borrowed-connections.js';
import { type Connections, connections } from './connections/connections.js';
import { type Credential } from './credentials/credential.js';
import { exchange } from './exchange.js';
import { clusterAccess } from './kubeconfig/cluster-access.js';
import { listGate } from './list-gate.js';
import { type NodeTransportOptions } from './node-transport-options.js';
import { renewOn401 } from './renew-on-401.js';
import { isHangUp, isTrustFailure } from './transport-failure.js';

/**
 * A transport for Node, and the connections that it keeps.
 *
 * @since 0.1.0
 */
export interface NodeTransport extends Transport {
  readonly boundsAnswers: true;
  /**
   * Ends all connections. Requests that are open fail with a `ProtocolError` (`invalidArgument`), which is
   * final, and so do later ones. Gives a promise that no socket is left. A `dispatcher` of the program's own stays open.
   *
   * A process ends without it: connections that carry nothing do not keep it alive.
   */
  readonly close: () => Promise<void>;
}

/**
 * Opens a way to an API server, over undici. Without options, to the one that `kubectl` would take: the
 * current context of `KUBECONFIG` or `~/.kube/config`, else the cluster that the program runs in.
 *
 * ```text
 * request   GET …?watch=true
 * result    --r-----------|    r = { status, headers, body }
 * r.body      -x--xx-x----|    x = bytes, decoded, handed on in the call in which they arrive
 * ```
 *
 * - Cold; a subscription is a request, and unsubscribing aborts it: while it queues, while the token is
 *   fetched, while the connection is being made, while the answer is awaited and while it is read.
 * - `body` is subscribed once, in the call that brings the response; otherwise the request is aborted.
 * - Errors are `TransportError`s: first of the body, if there is one, then of the result, the same object. An
 *   encoding that cannot be undone is a `ProtocolError` (`contentEncoding`).
 * - A status is no error, and a redirect is not followed. After a 401 the credential is renewed and the request
 *   sent once more, if it can be renewed.
 * - Watches have connections of their own, without a limit of number or time. Of other requests `maxLists` are on
 *   their way at one time; their deadlines begin when they are sent. Bodies have no deadline here: the operators
 *   set theirs.
 *
 * @throws ProtocolError `invalidArgument` for options that cannot work, at once.
 * @since 0.1.0
 */
export function nodeTransport(options: NodeTransportOptions = clusterAccess()): NodeTransport {
  const checked = checkOptions(options);
  const { address, connectTimeout, headersTimeout } = checked;
  const lines = connectionsOf(options, checked);
  const gate = listGate(checked.maxLists);
  const closing = new Subject<never>();
  const credential = untilClosed(checked.credential, closing);
  let closed: Promise<void> | undefined;

  function send(request: ApiRequest, authorization: string | undefined): Observable<ApiResponse> {
    const watch = isWatch(request);
    const name = requestName(request);
    const bounded = !watch && connectTimeout > 0 && headersTimeout > 0;
    const sent = exchange({
      name,
      options: {
        origin: address.origin,
        path: `${address.prefix}${requestTarget(request)}`,
        method: request.method,
        headers: headersFor(request, checked, authorization),
        headersTimeout: watch ? 0 : headersTimeout,
        bodyTimeout: 0,
        ...(request.body !== undefined && { body: request.body }),
      },
      lend: () => lines.lend(watch ? 'watch' : 'list'),
      closing,
    });
    // A dispatcher of the program's own may wait for a proxy without a limit, and `headersTimeout` counts behind that.
    const once = bounded ? sent.pipe(answerWithin(connectTimeout + headersTimeout, name)) : sent;

    return defer(() => {
      const generation = lines.generation();

      return once.pipe(
        catchError((error: unknown) => {
          const mayBeTrust = isTrustFailure(error) || (request.method === 'GET' && isHangUp(error));

          return mayBeTrust && lines.renewed(generation) ? once : throwError(() => error);
        }),
      );
    });
  }

  const transport = (request: ApiRequest): Observable<ApiResponse> => {
    const answered = defer(() => {
      const generation = lines.generation();

      return renewOn401({
        credential,
        request: requestName(request),
        send: (authorization) => send(request, authorization),
        renewCertificate: () => lines.renewed(generation),
      });
    });

    return isWatch(request) ? answered : answered.pipe(gate());
  };

  return Object.assign(transport, {
    boundsAnswers: true as const,
    close: (): Promise<void> => {
      closed ??= shut(closing, lines);

      return closed;
    },
  });
}

function connectionsOf(options: NodeTransportOptions, checked: CheckedOptions): Connections {
  const { dispatcher, ca, cert, key, serverName } = options;
  if (dispatcher !== undefined) return borrowedConnections(dispatcher);
  const { address, http2, connectTimeout, insecureSkipTlsVerify } = checked;

  return connections({
    origin: address.origin,
    secure: address.secure,
    tls: { ca, cert, key },
    serverName,
    insecureSkipTlsVerify,
    http2,
    connectTimeout,
  });
}

async function shut(closing: Subject<never>, lines: Connections): Promise<void> {
  const error: KubeError = invalidArgument(
    'transport',
    'was closed by the program; open another one with nodeTransport(…)',
  );
  closing.error(error);
  await lines.shut();
}

function untilClosed({ current, renewed }: Credential, closing: Observable<never>): Credential {
  return {
    current: current.pipe(takeUntil(closing)),
    renewed:
      renewed === undefined ? undefined : (refused) => renewed(refused).pipe(takeUntil(closing)),
  };
}

/** Later ones win: the transport's, the request's, the credential's. */
function headersFor(
  request: ApiRequest,
  { headers, compression }: CheckedOptions,
  authorization: string | undefined,
): Record<string, string> {
  return {
    ...headers,
    'accept-encoding': compression && !isWatch(request) ? 'gzip' : 'identity',
    ...request.headers,
    ...(authorization !== undefined && { authorization }),
  };
}
