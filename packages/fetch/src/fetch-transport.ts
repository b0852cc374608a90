import { type Transport } from '@rxkube/operators';
import {
  type ApiRequest,
  TransportError,
  invalidArgument,
  isWatch,
  requestName,
  requestTarget,
} from '@rxkube/protocol';
import { SentCredentials } from '@rxkube/protocol/internal';
import {
  type Observable,
  catchError,
  defaultIfEmpty,
  defer,
  from,
  map,
  of,
  switchMap,
  take,
  tap,
  throwError,
  timeout,
} from 'rxjs';

import { exchange } from './exchange.js';
import { type FetchTransportOptions, type HeaderFields } from './fetch-transport-options.js';
import { headersOf } from './header-fields.js';
import { pageVisits } from './page-visits.js';
import { platform } from './platform.js';
import { RequestPlaces } from './request-places.js';
import { type ValidatedOptions, validatedOptions } from './validated-options.js';

/** Milliseconds from sending a request, other than a watch, to its response head. */
const RESPONSE_LIMIT = 70_000;

/** A transport over `fetch`. @since 0.1.0 */
export interface FetchTransport extends Transport {
  readonly boundsResponses: true;
  readonly conceal: (request: ApiRequest, text: string) => string;
}

/**
 * Sends requests with `fetch`, for web pages.
 *
 * ```text
 * request   GET …?watch=true
 * result    --r-----------|    r = { status, headers, body }
 * r.body      -x--xx-x----|    x = bytes, as they arrive
 * ```
 *
 * - Cold: each subscription is a request. Unsubscribing aborts it in any phase.
 * - Subscribe `body` once, in the call that brings the response. Otherwise the request is aborted.
 * - Errors are `TransportError`s. Browsers do not tell the reason of a failure, so `FETCH_FAILED` lists the usual ones.
 * - A redirect that a browser hides is a `ProtocolError` (`redirect`). Nothing is read from the browser's cache.
 * - A browser opens six connections to an origin over HTTP/1.1, for all tabs together. Beyond its places, a watch
 *   fails at once (`TOO_MANY_WATCHES`), and another request after 5 s (`TOO_MANY_REQUESTS`).
 * - When the page moves into the back-forward cache, its requests fail (`PAGE_HIDDEN`). Later requests wait until it is
 *   shown again.
 *
 * @throws ProtocolError `invalidArgument` at once, for options that cannot work.
 * @since 0.1.0
 */
export function fetchTransport(options: FetchTransportOptions): FetchTransport {
  const validated = validatedOptions(options);
  const places = new RequestPlaces(validated.maxRequests);
  const visits = pageVisits();
  const credentials = new SentCredentials();
  let listedUrl: string | undefined;

  const send = (request: ApiRequest): ReturnType<Transport> =>
    visits.shown.pipe(
      switchMap(() => headersFor(request, validated)),
      tap((headers) => {
        credentials.record(request, headers);
      }),
      switchMap((headers) =>
        exchange({
          name: requestName(request),
          fetch: validated.fetch,
          url: urlOf(request, validated.baseUrl),
          init: {
            method: request.method,
            headers,
            ...(request.body !== undefined && { body: request.body }),
            credentials: validated.credentials,
            cache: 'no-store',
            redirect: 'manual',
          },
          left: visits.left,
          onEnd: (url) => {
            if (!isWatch(request)) listedUrl = url;
          },
        }).pipe(responseInTime(request)),
      ),
    );

  return Object.assign(
    (request: ApiRequest) =>
      defer(() => {
        if (places.canGrow && cameOverHttp2(listedUrl)) places.grow();

        return send(request).pipe(places.admit(request));
      }),
    {
      boundsResponses: true as const,
      conceal: (request: ApiRequest, text: string) => credentials.conceal(request, text),
    },
  );
}

/** A relative URL needs a page to be resolved against. */
function urlOf(request: ApiRequest, baseUrl: string): string {
  if (!/^http/iu.test(baseUrl) && platform().location === undefined) {
    throw invalidArgument(
      'baseUrl',
      'is a path, and there is no page that it belongs to; pass an absolute URL here',
    );
  }

  return `${baseUrl}${requestTarget(request)}`;
}

function headersFor(
  request: ApiRequest,
  { headers }: ValidatedOptions,
): Observable<Record<string, string>> {
  if (typeof headers !== 'function') return of(headersOf(request, headers));

  return defer(() => from(headers(request))).pipe(
    catchError((cause: unknown) => throwError(() => noHeaders(request, 'failed', cause))),
    take(1),
    defaultIfEmpty<HeaderFields, undefined>(undefined),
    map((more) => {
      if (more === undefined) throw noHeaders(request, 'gave no value');

      return headersOf(request, more);
    }),
  );
}

/** The message of the program's own error stays in the cause, because it may quote a token. */
function noHeaders(request: ApiRequest, problem: string, cause?: unknown): TransportError {
  return new TransportError({
    phase: 'credentials',
    problem: `the function \`headers\` ${problem}`,
    request: requestName(request),
    cause,
  });
}

function responseInTime<T>(request: ApiRequest): (source: Observable<T>) => Observable<T> {
  return (source) =>
    isWatch(request)
      ? source
      : source.pipe(
          timeout({
            first: RESPONSE_LIMIT,
            with: () =>
              throwError(
                () =>
                  new TransportError({
                    phase: 'headers',
                    code: 'ETIMEDOUT',
                    problem: `no response within ${String(RESPONSE_LIMIT)} ms`,
                    request: requestName(request),
                  }),
              ),
          }),
        );
}

/** A browser names the protocol of a request that has ended, if the server allows the page to see it. */
function cameOverHttp2(url: string | undefined): boolean {
  if (url === undefined) return false;
  const { performance } = platform();
  const entries = performance.getEntriesByName?.(url) ?? [];

  return /^h[23]/u.test(entries.at(-1)?.nextHopProtocol ?? '');
}
