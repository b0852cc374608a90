import { type ApiResponse, emitResponse } from '@rxkube/operators';
import { type KubeError } from '@rxkube/protocol';
import { Observable, type Subscriber } from 'rxjs';

import { EventLoopTurns } from './event-loop-turns.js';
import { fetchFailure } from './fetch-failure.js';
import { type FetchInit, type FetchLike, type FetchResponse } from './fetch-like.js';
import { platform } from './platform.js';
import { responseHead } from './response-head.js';

/** One request, ready to be sent. */
export interface ExchangeOptions {
  /** The request, as `GET /api/v1/pods`. */
  readonly name: string;
  readonly fetch: FetchLike;
  readonly url: string;
  readonly init: Omit<FetchInit, 'signal'>;
  /** Errors when the page leaves. */
  readonly left: Observable<never>;
  /** Called with the URL of the response when its body has ended. */
  readonly onEnd: (url: string | undefined) => void;
}

/**
 * Calls `fetch` when it is subscribed, and emits the response.
 *
 * ```text
 * fetch     ----h-b-b---b|      h = headers, b = bytes
 * result    ----r--------|      unsubscribed: the request is aborted in any phase
 * r.body        --b-b---b|
 * ```
 *
 * The next chunk is read when your code has handled the one before. That is the back-pressure. A failure goes to the
 * body first, if there is one, and then to the result.
 */
export function exchange(options: ExchangeOptions): Observable<ApiResponse> {
  // No operator follows a reader that waits for its consumer.
  return new Observable<ApiResponse>((subscriber) => {
    const running = new RunningExchange(options, subscriber);
    subscriber.add(() => {
      running.abort();
    });
    subscriber.add(
      options.left.subscribe({
        error: (error: unknown) => {
          running.fail(fetchFailure(error, 'headers', options.name));
        },
      }),
    );
    if (!subscriber.closed) void running.send();
  });
}

class RunningExchange {
  readonly #controller = new (platform().AbortController)();
  #sink: Subscriber<Uint8Array> | undefined;
  #hasEnded = false;

  constructor(
    private readonly options: ExchangeOptions,
    private readonly subscriber: Subscriber<ApiResponse>,
  ) {}

  /** Never rejects: failures go to the subscriber. */
  async send(): Promise<void> {
    const { fetch, url, init, name } = this.options;
    let phase: 'headers' | 'body' = 'headers';
    try {
      const response = await fetch(url, { ...init, signal: this.#controller.signal });
      phase = 'body';
      if (this.#hasEnded) await response.body?.getReader().cancel();
      else await this.#respond(response);
    } catch (error) {
      this.fail(fetchFailure(error, phase, name));
    }
  }

  abort(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#controller.abort();
  }

  fail(error: KubeError): void {
    if (this.#hasEnded) return;
    this.abort();
    this.#sink?.error(error);
    this.subscriber.error(error);
  }

  async #respond(response: FetchResponse): Promise<void> {
    const head = responseHead(response, this.options.name);
    let reading: Promise<void> | undefined;
    const unread = emitResponse(this.subscriber, head, (sink) => {
      this.#sink = sink;
      sink.add(() => {
        this.#complete();
      });
      reading = this.#read(response, sink);
    });
    if (unread !== undefined) this.fail(unread);
    await reading;
  }

  async #read({ body, url }: FetchResponse, sink: Subscriber<Uint8Array>): Promise<void> {
    const turns = new EventLoopTurns();
    const reader = body?.getReader();
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done || this.#hasEnded) break;
      const isOver = turns.take(() => {
        if (value !== undefined) sink.next(value);
      });
      if (isOver) await turns.nextTurn();
    }
    if (this.#hasEnded) return;
    this.options.onEnd(url);
    sink.complete();
  }

  /** Ends the request because its body is complete or unsubscribed. */
  #complete(): void {
    if (this.#hasEnded) return;
    this.abort();
    this.subscriber.complete();
  }
}
