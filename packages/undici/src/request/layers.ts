import { type ApiResponse } from '@rxkube/operators';
import { type ApiRequest, TransportError, isWatch } from '@rxkube/protocol';
import {
  type MonoTypeOperatorFunction,
  type Observable,
  catchError,
  defer,
  switchMap,
  tap,
  throwError,
  timeout,
} from 'rxjs';

import { type LazyConnections } from '../connections/lazy-connections.js';
import { type Credential } from '../credentials/credential.js';
import { proxyRefusal } from '../proxies/proxy-failure.js';
import { type ProxyServer } from '../proxies/proxy-server.js';
import { type LateRefusals } from './late-refusals.js';
import { type ListGate } from './list-gate.js';
import { renewOn401 } from './renew-on-401.js';
import { resentOnce } from './resent-once.js';
import { isHangUp, isTrustFailure, withRequestName } from './transport-failure.js';

/** A request on its way through the layers of a transport. */
export interface Attempt {
  readonly request: ApiRequest;
  /** The request, as `GET /api/v1/pods`. */
  readonly name: string;
  /** Set by {@link authorized}. */
  readonly authorization: string | undefined;
}

/** Sends a request when the result is subscribed. */
export type Send = (attempt: Attempt) => Observable<ApiResponse>;

/** Does one thing about a request, or about its response, and leaves the rest to the next layer. */
export type Layer = (next: Send) => Send;

/** Puts layers around a way to send: the first one sees a request first, and its response last. */
export function layered(layers: readonly Layer[], send: Send): Send {
  return layers.reduceRight((next, layer) => layer(next), send);
}

/** Holds requests back that are not watches, until the gate has a place for them. */
export function gated(gate: ListGate): Layer {
  return (next) => (attempt) =>
    isWatch(attempt.request) ? next(attempt) : next(attempt).pipe(gate.pass(attempt.request));
}

/** Adds the credential. If the server refuses it, renews it and sends the request once more. */
export function authorized(
  credential: Credential,
  refusals: LateRefusals,
  connections: LazyConnections,
): Layer {
  return (next) => (attempt) =>
    defer(() => {
      const { request, name } = attempt;
      const certificates = connections.takeUpCertificates();

      return renewOn401({
        credential,
        request: name,
        takeRefusal: refusals.takeRefusal,
        send: (authorization) => {
          refusals.recordSent(request, authorization);

          return next({ ...attempt, authorization });
        },
        isRefusal: (error) =>
          credential.certificate?.() !== undefined && mayBeAboutTrust(error, request),
        renewCertificate: () => connections.renewCertificates(certificates),
      });
    });
}

/** Opens the connections for the first request. */
export function connected(
  { opened }: LazyConnections,
  closing: MonoTypeOperatorFunction<void>,
): Layer {
  return (next) => (attempt) =>
    opened.pipe(
      closing,
      switchMap(() => next(attempt)),
    );
}

/** If trust fails and there are new certificates, sends the request once more with them. */
export function trusted(connections: LazyConnections): Layer {
  return (next) => (attempt) =>
    defer(() => {
      const certificates = connections.takeUpCertificates();

      return next(attempt).pipe(
        catchError((error: unknown) =>
          mayBeAboutTrust(error, attempt.request) && connections.renewCertificates(certificates)
            ? next(attempt)
            : throwError(() => error),
        ),
      );
    });
}

/** Names the request in each error, and makes an error of a refusal by the proxy. */
export function named(proxy: ProxyServer | undefined): Layer {
  return (next) => (attempt) =>
    next(attempt).pipe(
      tap(({ status }) => {
        if (proxy !== undefined && status === 407) throw proxyRefusal(proxy, status);
      }),
      catchError((error: unknown) => throwError(() => withRequestName(attempt.name, error))),
    );
}

/** Bounds the time to the response head of a request that is not a watch. 0 disables the limit. */
export function bounded(milliseconds: number): Layer {
  return (next) => (attempt) =>
    milliseconds === 0 || isWatch(attempt.request)
      ? next(attempt)
      : next(attempt).pipe(
          timeout({
            first: milliseconds,
            with: () => throwError(() => responseTimeout(milliseconds, attempt.name)),
          }),
        );
}

/** Sends a request once more if the server has not processed it. */
export function resent(): Layer {
  return (next) => (attempt) => next(attempt).pipe(resentOnce());
}

/**
 * Sends a request once more at once, over a new connection, after 421 (Misdirected Request) and 425 (Too Early). The
 * server has not processed it, and says that it might over another connection. The second response is handed on.
 */
export function onNewConnection(connections: LazyConnections): Layer {
  return (next) => (attempt) =>
    next(attempt).pipe(
      tap(({ status }) => {
        if (status === 421 || status === 425) throw new Misdirected();
      }),
      catchError((error: unknown) => {
        if (!(error instanceof Misdirected)) return throwError(() => error);
        connections.replace(useOf(attempt.request));

        return next(attempt);
      }),
    );
}

/** Never leaves this file. */
class Misdirected extends Error {}

/** Watches and all other requests have connections of their own. */
export function useOf(request: ApiRequest): 'watch' | 'list' {
  return isWatch(request) ? 'watch' : 'list';
}

function mayBeAboutTrust(error: unknown, request: ApiRequest): boolean {
  return isTrustFailure(error) || (request.method === 'GET' && isHangUp(error));
}

function responseTimeout(milliseconds: number, request: string): TransportError {
  return new TransportError({
    phase: 'headers',
    code: 'ETIMEDOUT',
    problem: `no response within ${String(milliseconds)} ms, the connection included`,
    request,
  });
}
