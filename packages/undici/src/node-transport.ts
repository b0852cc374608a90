import { type ApiResponse, type Transport } from '@rxkube/operators';
import {
  type ApiRequest,
  type KubeError,
  invalidArgument,
  isWatch,
  requestName,
  requestTarget,
} from '@rxkube/protocol';
import { type Observable, Subject, catchError, defer, takeUntil, tap, throwError } from 'rxjs';

import { afterAcceptance } from './after-acceptance.js';
import { answerWithin } from './answer-within.js';
import { type CheckedOptions, checkOptions } from './check-options.js';
import { borrowedConnections } from './connections/borrowed-connections.js';
import { type Connections, connections } from './connections/connections.js';
import { type Credential } from './credentials/credential.js';
import { exchange } from './exchange.js';
import { clusterAccess } from './kubeconfig/cluster-access.js';
import { lateRefusals } from './late-refusals.js';
import { listGate } from './list-gate.js';
import { type NodeTransportOptions } from './node-transport-options.js';
import { namedAfter } from './named-after.js';
import { proxyAuthorization } from './proxies/proxy-authorization.js';
import { proxyRefusal } from './proxies/proxy-failure.js';
import { type ProxyServer } from './proxies/proxy-server.js';
import { throughProxy } from './proxies/through-proxy.js';
import { renewOn401 } from './renew-on-401.js';
import { rotatingTls } from './rotating-tls.js';
import { isHangUp, isTrustFailure } from './transport-failure.js';

/**
 * A transport for Node, and the connections that it keeps.
 *
 * @since 0.1.0
 */
export interface NodeTransport extends Transport {
  readonly boundsAnswers: true;
  readonly refused: (request: ApiRequest) => void;
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
 *   sent once more, if it can be renewed. After one inside the body of a success, of which the operators tell, the next request
 *   comes with a renewed one.
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
  const forward = forwarding(checked);
  const lines = connectionsOf(options, checked);
  const gate = listGate(checked.maxLists);
  const closing = new Subject<never>();
  const credential = untilClosed(checked.credential, closing);
  const refusals = lateRefusals();
  let closed: Promise<void> | undefined;

  function send(request: ApiRequest, authorization: string | undefined): Observable<ApiResponse> {
    const watch = isWatch(request);
    const name = requestName(request);
    const bounded = !watch && connectTimeout > 0 && headersTimeout > 0;
    const sent = exchange({
      name,
      options: {
        origin: address.origin,
        path: `${forward?.prefix ?? ''}${address.prefix}${requestTarget(request)}`,
        method: request.method,
        headers: { ...headersFor(request, checked, authorization), ...forward?.headers },
        headersTimeout: watch ? 0 : headersTimeout,
        bodyTimeout: 0,
        ...(request.body !== undefined && { body: request.body }),
      },
      lend: () => lines.lend(watch ? 'watch' : 'list'),
      closing,
    });
    // A dispatcher of the program's own may wait for a proxy without a limit, and `headersTimeout` counts behind that.
    const answered = bounded
      ? sent.pipe(answerWithin(connectTimeout + headersTimeout, name))
      : sent;
    const once = answered.pipe(
      tap(({ status }) => {
        if (forward !== undefined && status === 407) throw proxyRefusal(forward.proxy, status);
      }),
      catchError((error: unknown) => throwError(() => namedAfter(name, error))),
    );

    return defer(() => {
      const generation = lines.generation();

      return once.pipe(
        catchError((error: unknown) => {
          return mayBeTrust(error, request) && lines.renewed(generation)
            ? once
            : throwError(() => error);
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
        wasRefused: refusals.wasRefused,
        send: (authorization) => {
          refusals.note(request, authorization);

          return send(request, authorization);
        },
        isRefusal: (error) =>
          credential.certificate?.() !== undefined && mayBeTrust(error, request),
        renewCertificate: () => lines.renewed(generation),
      });
    });

    return isWatch(request) ? answered : answered.pipe(gate());
  };

  return Object.assign(transport, {
    boundsAnswers: true as const,
    refused: refusals.refused,
    close: (): Promise<void> => {
      closed ??= shut(closing, lines);

      return closed;
    },
  });
}

/** What is different about requests that a proxy reads: those to a server without TLS, over an HTTP proxy. */
interface Forwarding {
  readonly proxy: ProxyServer;
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
}

function forwarding({ address, proxy }: CheckedOptions): Forwarding | undefined {
  if (proxy === undefined || address.secure || proxy.speaks === 'socks5') return undefined;

  return { proxy, prefix: address.origin, headers: proxyAuthorization(proxy) };
}

function mayBeTrust(error: unknown, request: ApiRequest): boolean {
  return isTrustFailure(error) || (request.method === 'GET' && isHangUp(error));
}

function connectionsOf(options: NodeTransportOptions, checked: CheckedOptions): Connections {
  const { dispatcher, ca, cert, key, serverName } = options;
  if (dispatcher !== undefined) return borrowedConnections(dispatcher);
  const { address, credential, proxy, http2, connectTimeout, insecureSkipTlsVerify } = checked;
  const tls = address.secure ? rotatingTls({ ca, cert, key }, credential.certificate) : undefined;

  return connections({
    origin: address.origin,
    tls,
    route: (connector, keepAliveDelay) => {
      const { ca: authorities, showsCertificate = false } = tls?.current() ?? {};
      const direct = afterAcceptance({
        direct: connector,
        origin: address.origin,
        showsCertificate,
      });

      return proxy === undefined
        ? direct
        : throughProxy({
            proxy,
            direct,
            ca: authorities,
            insecureSkipTlsVerify,
            timeout: connectTimeout,
            keepAliveDelay,
          });
    },
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

function untilClosed(source: Credential, closing: Observable<never>): Credential {
  const { current, renewed, certificate } = source;

  return {
    certificate,
    current: current.pipe(takeUntil(closing)),
    renewed:
      renewed === undefined ? undefined : (refused) => renewed(refused).pipe(takeUntil(closing)),
  };
}

/** Later ones win: the transport's, whom to act as, the request's, the credential's. */
function headersFor(
  request: ApiRequest,
  { headers, impersonation, compression }: CheckedOptions,
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
