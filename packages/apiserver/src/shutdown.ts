import { type ApiRequest, StatusError, invalidArgument } from '@rxkube/protocol';
import { type SchedulerLike, Subscription } from 'rxjs';

import { LONGEST_TIMER } from './longest-timer.js';
import { type OpenWatches } from './responses/open-watches.js';
import { failureResponse, textResponse } from './responses/response.js';
import { type ServedResponse } from './responses/served-response.js';

/** How a server shuts down. @since 0.1.0 */
export interface ShutdownOptions {
  /** Milliseconds within which the open watches end, one by one. Default 0: all at once. */
  readonly drain?: number | undefined;
  /**
   * Whether requests get the 429 of a server with `--shutdown-send-retry-after`. Default false: the
   * 503 of one without.
   */
  readonly sendRetryAfter?: boolean | undefined;
}

/** Seconds until a client may try again, as real servers say. */
const RETRY_AFTER_503 = '1';
const RETRY_AFTER_429 = '5';

/** The shutdown of a server: rejects new requests, and ends open watches one by one. */
export class Shutdown {
  readonly #watches: OpenWatches;
  readonly #scheduler: SchedulerLike;
  #refusal: (() => ServedResponse) | undefined;
  #draining = new Subscription();

  constructor(watches: OpenWatches, scheduler: SchedulerLike) {
    this.#watches = watches;
    this.#scheduler = scheduler;
  }

  /** Begins to reject requests, and ends the open watches: the oldest first, in equal intervals. */
  begin({ drain = 0, sendRetryAfter = false }: ShutdownOptions): void {
    if (!(drain >= 0 && drain <= LONGEST_TIMER)) {
      throw invalidArgument(
        'drain',
        `must be a number of milliseconds, 0 to 2147483647, got ${String(drain)}`,
      );
    }
    this.cancel();
    this.#refusal = sendRetryAfter ? askLater : unavailable;
    const watches = this.#watches;
    const { size } = watches;
    if (drain === 0) watches.end('clean');
    if (drain === 0 || size === 0) return;
    const endNext = (): void => {
      watches.endOldest('clean');
      if (watches.size > 0) this.#draining.add(this.#scheduler.schedule(endNext, drain / size));
    };
    this.#draining.add(this.#scheduler.schedule(endNext, drain / size));
  }

  /** Ends the shutdown. The server continues as before. */
  cancel(): void {
    this.#draining.unsubscribe();
    this.#draining = new Subscription();
    this.#refusal = undefined;
  }

  /** Returns the refusal of a request, or `undefined` if the server is not shutting down. */
  refusal(request: ApiRequest): ServedResponse | undefined {
    if (this.#refusal === undefined) return undefined;
    if (request.path === '/healthz' || request.path === '/livez') return undefined;
    if (request.path === '/readyz') {
      return textResponse(500, '[-]shutdown failed: reason withheld\nreadyz check failed\n');
    }

    return this.#refusal();
  }
}

function unavailable(): ServedResponse {
  const problem = new StatusError({
    code: 503,
    reason: 'ServiceUnavailable',
    serverMessage: 'apiserver is shutting down',
  });

  return withHeaders(failureResponse(problem), { 'retry-after': RETRY_AFTER_503 });
}

function askLater(): ServedResponse {
  return withHeaders(
    textResponse(429, 'The apiserver is shutting down, please try again later.\n'),
    {
      'retry-after': RETRY_AFTER_429,
      connection: 'close',
    },
  );
}

function withHeaders(
  response: ServedResponse,
  headers: Readonly<Record<string, string>>,
): ServedResponse {
  return { ...response, headers: new Map([...response.headers, ...Object.entries(headers)]) };
}
