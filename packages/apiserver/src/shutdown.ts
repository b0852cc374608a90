import { type ApiRequest, StatusError, invalidArgument } from '@rxkube/protocol';
import { type SchedulerLike, Subscription } from 'rxjs';

import { LONGEST_TIMER } from './longest-timer.js';
import { type OpenWatches } from './responses/open-watches.js';
import { failureResponse, textResponse } from './responses/response.js';
import { type ServedResponse } from './responses/served-response.js';

/** How a server ends that has been told to. @since 0.1.0 */
export interface ShutdownOptions {
  /** Milliseconds within which the open watches end, one by one; default 0, all at once. */
  readonly drain?: number | undefined;
  /**
   * Whether requests get the 429 of a server with `--shutdown-send-retry-after`; default false, the 503 of one without.
   */
  readonly sendRetryAfter?: boolean | undefined;
}

/** Seconds after which a client may come again, to another server: as real servers say. */
const RETRY_AFTER_503 = '1';
const RETRY_AFTER_429 = '5';

/** The end of a server that is announced: who comes now is turned away, and who watches is sent away bit by bit. */
export class Shutdown {
  readonly #watches: OpenWatches;
  readonly #scheduler: SchedulerLike;
  #refusal: (() => ServedResponse) | undefined;
  #draining = new Subscription();

  constructor(watches: OpenWatches, scheduler: SchedulerLike) {
    this.#watches = watches;
    this.#scheduler = scheduler;
  }

  /** Turns away who comes now, and ends the watches that are open: the oldest first, at even distances. */
  begin({ drain = 0, sendRetryAfter = false }: ShutdownOptions): void {
    if (!(drain >= 0 && drain <= LONGEST_TIMER)) {
      throw invalidArgument('drain', 'pass milliseconds, 0 to 2147483647');
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

  /** The server goes on as if nothing had been announced. */
  cancel(): void {
    this.#draining.unsubscribe();
    this.#draining = new Subscription();
    this.#refusal = undefined;
  }

  /** What is answered to whoever still comes; nothing while the server is not shutting down. */
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
