import { type ApiResponse, emitResponse } from '@rxkube/operators';
import { type KubeError, ProtocolError } from '@rxkube/protocol';
import { Observable, type Subscriber, asapScheduler } from 'rxjs';
import { type Dispatcher } from 'undici';

import { type AcquiredConnection } from '../connections/acquired-connection.js';
import { contentEncoding } from './decode-body.js';
import { ResponseBody } from './response-body.js';
import { responseHeaders, withoutEncoding } from './response-headers.js';
import { type FailureContext, transportFailure } from './transport-failure.js';
import { UnprocessedRequest, wasUnprocessed } from './resent-once.js';

/** One request, ready to be sent. */
export interface ExchangeOptions {
  /** The request, as `GET /api/v1/pods`. */
  readonly name: string;
  readonly options: Dispatcher.DispatchOptions & { readonly origin: string };
  /** Acquires a connection, each time when the request is sent. */
  readonly acquire: () => AcquiredConnection;
  /** Errors when the transport is closed. */
  readonly closing: Observable<never>;
}

/**
 * Sends one request when it is subscribed, and emits its response.
 *
 * ```text
 * wire      ----h-b-b---b|      h = headers, b = bytes
 * result    ----r--------|      unsubscribed: the request is aborted in any phase
 * r.body        --b-b---b|
 * ```
 *
 * - Bytes are handed on in the call in which they arrive. That is the back-pressure. A reader that has taken 8 ms gets
 *   the next bytes in another turn of the event loop.
 * - A failure goes to the body first, if there is one, and then to the result.
 * - Errors with an {@link UnprocessedRequest} if the server has done nothing about the request, so that it can be sent
 *   again.
 */
export function exchange(options: ExchangeOptions): Observable<ApiResponse> {
  // No operator speaks undici's handler protocol.
  return new Observable<ApiResponse>((subscriber: Subscriber<ApiResponse>) => {
    const running = new RunningExchange(options, subscriber);
    subscriber.add(() => {
      running.abort();
    });
    subscriber.add(
      options.closing.subscribe({
        error: (error: unknown) => {
          running.fail(transportFailure(error, { phase: 'request', ...contextOf(options) }));
        },
      }),
    );
    if (!subscriber.closed) running.sendSoon();
  });
}

/** The phases of a request, in their order. Each of them may be followed by `Ended`. */
type Phase =
  | { readonly _tag: 'Connecting' }
  | { readonly _tag: 'Sent'; readonly isReused: boolean }
  | { readonly _tag: 'Responding' }
  | { readonly _tag: 'Reading'; readonly body: ResponseBody }
  | { readonly _tag: 'Ended' };

const CONNECTING: Phase = { _tag: 'Connecting' };
const RESPONDING: Phase = { _tag: 'Responding' };
const ENDED: Phase = { _tag: 'Ended' };

class RunningExchange implements Dispatcher.DispatchHandler {
  #phase: Phase = CONNECTING;
  #connection: AcquiredConnection | undefined;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(
    private readonly request: ExchangeOptions,
    private readonly subscriber: Subscriber<ApiResponse>,
  ) {}

  /**
   * Sends behind the running call. In that call undici may be ending another request, and it does not expect a new one
   * on the same connection until it is done.
   */
  sendSoon(): void {
    this.subscriber.add(
      asapScheduler.schedule(() => {
        this.#send();
      }),
    );
  }

  abort(): void {
    const [phase, controller] = [this.#phase, this.#controller];
    if (phase === ENDED) return;
    this.#phase = ENDED;
    if (phase._tag === 'Reading') phase.body.destroy();
    this.#release();
    controller?.abort(new Error('the response is not read any more'));
  }

  fail(error: KubeError): void {
    this.#end(error);
  }

  #end(error: KubeError | UnprocessedRequest): void {
    const phase = this.#phase;
    if (phase === ENDED) return;
    this.abort();
    if (phase._tag === 'Reading') phase.body.reader.error(error);
    this.subscriber.error(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#phase === ENDED) {
      controller.abort(new Error('the response is not read any more'));
    } else if (this.#phase._tag === 'Responding' || this.#phase._tag === 'Reading') {
      // undici sends a request again if an HTTP/2 server leaves in the middle of its response.
      this.fail(this.#typed(connectionReplaced()));
      controller.abort(new Error('half of the response has been read'));
    } else {
      this.#controller = controller;
      this.#phase = { _tag: 'Sent', isReused: this.#connection?.isReused === true };
      this.#connection?.markUsed();
    }
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<typeof responseHeaders>[0],
  ): void {
    if (this.#phase === ENDED || status < 200) return;
    this.#phase = RESPONDING;
    this.#respond(status, responseHeaders(headers));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#phase._tag === 'Reading') this.#phase.body.write(chunk);
  }

  onResponseEnd(): void {
    this.#release();
    if (this.#phase._tag === 'Reading') this.#phase.body.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const phase = this.#phase;
    this.#release();
    if (phase._tag === 'Reading') phase.body.end(this.#typed(error));
    else if (phase._tag === 'Sent' && this.#isUnprocessed(error, phase.isReused)) {
      this.#end(new UnprocessedRequest(this.#typed(error)));
    } else this.fail(this.#typed(error));
  }

  #send(): void {
    try {
      this.#connection = this.request.acquire();
      this.#connection.dispatcher.dispatch(this.request.options, this);
    } catch (error) {
      this.fail(this.#typed(error));
    }
  }

  #respond(status: number, headers: ReadonlyMap<string, string>): void {
    const encoding = contentEncoding(headers.get('content-encoding'));
    if (encoding === undefined) {
      this.fail(unknownEncoding(this.request.name));

      return;
    }
    const head = {
      status,
      headers: encoding === 'identity' ? headers : withoutEncoding(headers),
    };
    const unread = emitResponse(this.subscriber, head, (reader) => {
      const body = new ResponseBody(
        reader,
        encoding,
        {
          pause: () => this.#controller?.pause(),
          resume: () => this.#controller?.resume(),
        },
        {
          decoded: () => {
            this.#complete(reader);
          },
          failed: (error) => {
            this.fail(this.#typed(error));
          },
        },
      );
      this.#phase = { _tag: 'Reading', body };
      reader.add(() => {
        this.#complete();
      });
    });
    if (unread !== undefined) this.fail(unread);
  }

  /** Ends the request because its body is complete or unsubscribed. The connection may bring more; it is closed then. */
  #complete(reader?: Subscriber<Uint8Array>): void {
    if (this.#phase === ENDED) return;
    this.abort();
    reader?.complete();
    this.subscriber.complete();
  }

  #release(): void {
    this.#connection?.release();
    this.#connection = undefined;
    this.#controller = undefined;
  }

  #isUnprocessed(error: Error, isReused: boolean): boolean {
    return isReused && wasUnprocessed(error, this.request.options.method);
  }

  #typed(error: unknown): KubeError {
    return transportFailure(error, {
      phase: PHASES[this.#phase._tag],
      ...contextOf(this.request),
    });
  }
}

function contextOf({ name, options }: ExchangeOptions): Omit<FailureContext, 'phase'> {
  return { request: name, origin: options.origin };
}

/** The words of a `TransportError` for the phases of a request. */
const PHASES = {
  Connecting: 'connect',
  Sent: 'headers',
  Responding: 'body',
  Reading: 'body',
  Ended: 'body',
} as const;

function connectionReplaced(): Error {
  return Object.assign(new Error('the connection was replaced'), { code: 'UND_ERR_SOCKET' });
}

function unknownEncoding(request: string): ProtocolError {
  return new ProtocolError({
    rule: 'contentEncoding',
    field: 'content-encoding',
    problem: 'the body has an encoding that was not asked for and cannot be undone',
    request,
  });
}
