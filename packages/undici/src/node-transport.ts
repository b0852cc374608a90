import { type Interrupted, type Transport } from '@rxkube/operators';
import { type ApiRequest, invalidArgument, requestName } from '@rxkube/protocol';
import { SentCredentials } from '@rxkube/protocol/internal';
import { type Observable, Subject, takeUntil } from 'rxjs';

import { type LazyConnections, lazyConnections } from './connections/lazy-connections.js';
import { type Credential } from './credentials/credential.js';
import { withDefaultServer } from './kubeconfig/default-access.js';
import { type NodeTransportOptions } from './options/node-transport-options.js';
import { type ValidatedOptions, validatedOptions } from './options/validated-options.js';
import { dispatchOptions, readingProxy } from './request/dispatch-options.js';
import { exchange } from './request/exchange.js';
import { lateRefusals } from './request/late-refusals.js';
import {
  authorized,
  bounded,
  connected,
  gated,
  layered,
  named,
  onNewConnection,
  resent,
  trusted,
  useOf,
} from './request/layers.js';
import { heldBackNotice } from './request/held-back-notice.js';
import { ListGate } from './request/list-gate.js';
import { rotatingTls } from './tls/rotating-tls.js';

/**
 * A transport for Node, and the connections that it keeps.
 *
 * @since 0.1.0
 */
export interface NodeTransport extends Transport {
  readonly boundsResponses: true;
  readonly heldBack: (request: ApiRequest) => Observable<Interrupted>;
  readonly conceal: (request: ApiRequest, text: string) => string;
  readonly refused: (request: ApiRequest) => void;
  /**
   * Ends all connections. Open and later requests fail with a `ProtocolError` (`invalidArgument`), which is final. The
   * promise resolves when all sockets are closed. A `dispatcher` that you passed stays open.
   *
   * A process also ends without it: idle connections do not keep it alive.
   */
  readonly close: () => Promise<void>;
}

/**
 * Opens a way to an API server, over undici. Without a `server` it uses the cluster that `kubectl` would use: the current
 * context of `KUBECONFIG` or `~/.kube/config`, else the cluster around this pod.
 *
 * ```text
 * request   GET …?watch=true
 * result    --r-----------|    r = { status, headers, body }
 * r.body      -x--xx-x----|    x = bytes, decoded, handed on in the call in which they arrive
 * ```
 *
 * - Cold: each subscription is a request. Unsubscribing aborts it in any phase: while it queues, waits for the token,
 *   the connection or the response, and while its body is read.
 * - Subscribe `body` once, in the call that brings the response. Otherwise the request is aborted.
 * - Errors are `TransportError`s. The body fails first, if there is one, then the result, with the same object. An
 *   encoding that cannot be undone is a `ProtocolError` (`contentEncoding`).
 * - A status is not an error, and redirects are not followed. After a 401 the transport renews the credential, if it
 *   can, and sends the request once more. After a 401 in the body of a success, which the operators report, the next
 *   request carries a renewed credential.
 * - Watches have connections of their own, without a limit of number or time. Of other requests `maxLists` run at a
 *   time. Their deadlines begin when they are sent. Bodies have no deadline here: the operators set theirs.
 *
 * @throws ProtocolError `invalidArgument` at once, for options that cannot work.
 * @since 0.1.0
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const settings = withDefaultServer(options);
  const validated = validatedOptions(settings);
  const { connectTimeout, headersTimeout, maxLists } = validated;
  const closing = new Subject<never>();
  const connections = connectionsFor(settings, validated);
  const refusals = lateRefusals();
  const gate = new ListGate(maxLists);
  const credentials = new SentCredentials();
  let closed: Promise<void> | undefined;

  const send = layered(
    [
      gated(gate),
      authorized(untilClosed(validated.credential, closing), refusals, connections),
      connected(connections, takeUntil(closing)),
      trusted(connections),
      named(readingProxy(validated)),
      // A dispatcher of yours may wait for a proxy without a limit. Only then does `headersTimeout` begin.
      bounded(connectTimeout > 0 && headersTimeout > 0 ? connectTimeout + headersTimeout : 0),
      onNewConnection(connections),
      resent(),
    ],
    ({ request, name, authorization }) => {
      const options = dispatchOptions(request, validated, authorization);
      credentials.record(request, options.headers);

      return exchange({
        name,
        options,
        acquire: () => connections.acquire(useOf(request)),
        closing,
      });
    },
  );

  const transport = (request: ApiRequest): ReturnType<Transport> =>
    send({ request, name: requestName(request), authorization: undefined });

  return Object.assign(transport, {
    boundsResponses: true as const,
    heldBack: (request: ApiRequest) => heldBackNotice(gate, request),
    conceal: (request: ApiRequest, text: string) => credentials.conceal(request, text),
    refused: refusals.recordRefusal,
    close: (): Promise<void> => {
      closed ??= shut(closing, connections);

      return closed;
    },
  });
}

function connectionsFor(
  options: NodeTransportOptions,
  validated: ValidatedOptions,
): LazyConnections {
  const { dispatcher, ca, cert, key, serverName } = options;
  if (dispatcher !== undefined) {
    return lazyConnections(async () => {
      const { borrowedConnections } = await import('./connections/connections.js');

      return borrowedConnections(dispatcher);
    });
  }
  const { address, credential, ...rest } = validated;
  const tls = address.secure ? rotatingTls({ ca, cert, key }, credential.certificate) : undefined;
  const { origin } = address;

  return lazyConnections(async () => {
    const { openConnections } = await import('./connections/connections.js');

    return openConnections({ ...rest, origin, serverName, tls });
  });
}

async function shut(closing: Subject<never>, connections: LazyConnections): Promise<void> {
  closing.error(
    invalidArgument(
      'transport',
      'was closed by the program; open another one with nodeTransport(…)',
    ),
  );
  await connections.shut();
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
