import { type ApiRequest, TransportError, isKubeError, requestName } from '@rxkube/protocol';
import { type Observable, type Subject, defer, map, of, takeUntil, throwError } from 'rxjs';

import { type FaultList } from './faults/fault-list.js';
import { withFault } from './faults/with-fault.js';
import { type AcceptedToken, authenticate } from './requests/authenticate.js';
import { connectionCut } from './responses/connection-cut.js';
import { failureResponse } from './responses/response.js';
import { type ServedResponse } from './responses/served-response.js';
import { type ServerContext } from './server-context.js';
import { type Shutdown } from './shutdown.js';
import { handle } from './verbs/handle.js';

/** A request that came in. @since 0.1.0 */
export interface SeenRequest {
  /** The request with its headers, which may contain an authorization. */
  readonly request: ApiRequest;
  /** Scheduler time. */
  readonly at: number;
  readonly via: 'http' | 'transport';
}

/** The parts of a server that a request meets. */
export interface ExchangeOptions {
  readonly context: ServerContext;
  readonly faults: FaultList;
  readonly shutdown: Shutdown;
  /** Gets each request when it comes in. */
  readonly requests: Subject<SeenRequest>;
  /** Emits when all connections are cut. */
  readonly killed: Observable<void>;
  readonly isClosed: () => boolean;
}

/** Serves one request over one of the ways into the server. */
export type Exchange = (
  request: ApiRequest,
  via: SeenRequest['via'],
  accepted: AcceptedToken | undefined,
) => Observable<ServedResponse>;

/** Makes the way of a request through a server: its fault, the shutdown, its token, and then its verb. */
export function exchangeOf({
  context,
  faults,
  shutdown,
  requests,
  killed,
  isClosed,
}: ExchangeOptions): Exchange {
  const { scheduler } = context;

  return (request, via, accepted) =>
    defer(() => {
      if (isClosed()) return throwError(() => refused(request));
      requests.next({ request, at: scheduler.now(), via });
      const death = killed.pipe(
        map((): never => {
          throw connectionCut(request);
        }),
      );

      return withFault(faults.take(request), request, scheduler, () =>
        admitted(request, shutdown, () =>
          authenticated(request, accepted, () => handle(context, request)),
        ),
      ).pipe(
        // An error of the notifier becomes the error of the stream.
        map((response) => ({ ...response, body: response.body.pipe(takeUntil(death)) })),
        takeUntil(death),
      );
    });
}

/** Serves a request, unless the server is shutting down. */
function admitted(
  request: ApiRequest,
  shutdown: Shutdown,
  serve: () => Observable<ServedResponse>,
): Observable<ServedResponse> {
  const refusal = shutdown.refusal(request);

  return refusal === undefined ? serve() : of(refusal);
}

function authenticated(
  request: ApiRequest,
  accepted: AcceptedToken | undefined,
  serve: () => Observable<ServedResponse>,
): Observable<ServedResponse> {
  try {
    authenticate(request, accepted);
  } catch (error) {
    if (isKubeError(error) && error._tag === 'StatusError') return of(failureResponse(error));
    throw error;
  }

  return serve();
}

function refused(request: ApiRequest): TransportError {
  return new TransportError({
    phase: 'connect',
    code: 'ECONNREFUSED',
    problem: 'the server is closed',
    request: requestName(request),
  });
}
