import { type ApiResponse } from '@rxkube/operators';
import {
  type KubeError,
  ProtocolError,
  type TransportPhase,
  invalidArgument,
} from '@rxkube/protocol';
import { Observable, type Subscriber, asapScheduler } from 'rxjs';
import { type Dispatcher } from 'undici';

import { type Lease } from './connections/lease.js';
import { type BodyDecoder, bodyDecoder, contentEncoding } from './decode-body.js';
import { FairTurns } from './fair-turns.js';
import { responseHeaders, withoutEncoding } from './response-headers.js';
import { resends, transportFailure } from './transport-failure.js';

/** One request, ready for the wire. */
export interface Exchange {
  /** The request, as `GET /api/v1/pods`. */
  readonly name: string;
  readonly options: Dispatcher.DispatchOptions & { readonly origin: string };
  /** Gets the connection, for each try. */
  readonly lend: () => Lease;
  /** Errs when the transport is closed. */
  readonly closing: Observable<never>;
}

/**
 * Sends one request when subscribed, and gives its response.
 *
 * ```text
 * wire      ----h-b-b---b|      h = headers, b = bytes
 * result    ----r--------|      unsubscribed: the request is aborted, whatever it is doing
 * r.body        --b-b---b|
 * ```
 *
 * - Bytes are handed on in the call in which they arrive; that is the back-pressure. A reader that has taken 8 ms gets
 *   the next in another turn of the event loop.
 * - A failure goes to the body first, if there is one, and then to the result.
 * - A GET whose reused connection is closed before the first byte of an answer is sent once more at once:
 *   the server had closed it before the request came. So is any request that an HTTP/2 server has not begun.
 */
export function exchange({ name, options, lend, closing }: Exchange): Observable<ApiResponse> {
  // No operator speaks undici's handler protocol.
  return new Observable<ApiResponse>((subscriber: Subscriber<ApiResponse>) => {
    let phase: Extract<TransportPhase, 'connect' | 'headers' | 'body'> = 'connect';
    let ended = false; // nothing may be emitted any more
    let lease: Lease | undefined;
    let controller: Dispatcher.DispatchController | undefined;
    let reused = false;
    let sent = 0; // times
    let body: Subscriber<Uint8Array> | undefined;
    let decoder: BodyDecoder | undefined;
    const turns = new FairTurns({
      pause: () => controller?.pause(),
      resume: () => controller?.resume(),
    });

    function letGo(): void {
      turns.end();
      lease?.release();
      lease = undefined;
      controller = undefined;
    }

    function abort(): void {
      ended = true;
      const running = controller;
      letGo();
      decoder?.destroy();
      running?.abort(new Error('nobody reads the answer any more'));
    }

    function fail(error: KubeError): void {
      if (ended) return;
      abort();
      body?.error(error);
      subscriber.error(error);
    }

    function typed(error: unknown): KubeError {
      return transportFailure(error, { phase, request: name, origin: options.origin });
    }

    function respond(status: number, headers: ReadonlyMap<string, string>): void {
      const encoding = contentEncoding(headers.get('content-encoding'));
      if (encoding === undefined) {
        fail(
          new ProtocolError({
            rule: 'contentEncoding',
            field: 'content-encoding',
            problem: 'the body has an encoding that was not asked for and cannot be undone',
            request: name,
          }),
        );

        return;
      }
      subscriber.next({
        status,
        headers: encoding === 'identity' ? headers : withoutEncoding(headers),
        body: new Observable<Uint8Array>((reader) => {
          if (body !== undefined || ended) {
            reader.error(
              invalidArgument(
                'body',
                'is read already, or its connection is gone; a body is read once, in the call that brings its response',
              ),
            );

            return;
          }
          body = reader;
          decoder = bodyDecoder(encoding, sinkFor(reader));
          reader.add(() => {
            if (ended) return;
            abort();
            subscriber.complete();
          });
        }),
      });
      if (body === undefined && !ended) {
        fail(
          invalidArgument(
            'body',
            'was not subscribed in the call that brought its response, so the request was aborted; use switchMap((response) => response.body)',
          ),
        );
      }
    }

    function sinkFor(reader: Subscriber<Uint8Array>): Parameters<typeof bodyDecoder>[1] {
      return {
        next: (chunk) => {
          reader.next(chunk);
        },
        complete: () => {
          if (ended) return;
          abort(); // a decoder may be done before the wire is
          reader.complete();
          subscriber.complete();
        },
        error: (error) => {
          fail(typed(error));
        },
        drain: () => {
          turns.drain();
        },
      };
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (ended) {
          started.abort(new Error('nobody reads the answer any more'));
        } else if (phase === 'body') {
          // undici sends again what ran over a connection that an HTTP/2 server is leaving.
          fail(
            typed(
              Object.assign(new Error('the connection was replaced'), { code: 'UND_ERR_SOCKET' }),
            ),
          );
          started.abort(new Error('half of the answer has been read'));
        } else {
          controller = started;
          phase = 'headers';
          reused = lease?.start() ?? false;
        }
      },
      onResponseStart(_controller, status, headers) {
        if (ended || status < 200) return;
        phase = 'body';
        respond(status, responseHeaders(headers));
      },
      onResponseData(_controller, chunk) {
        if (!ended) turns.take(() => decoder?.write(chunk) !== false);
      },
      onResponseEnd() {
        letGo();
        if (!ended) decoder?.end();
      },
      onResponseError(_controller, error) {
        letGo();
        if (ended) return;
        const again = resends(error, reused && options.method === 'GET');
        if (phase === 'headers' && sent <= again) {
          sendSoon();
        } else if (phase === 'body' && decoder !== undefined) {
          decoder.end(typed(error));
        } else {
          fail(typed(error));
        }
      },
    };

    /**
     * Sends behind what is running. That may be undici telling of the end of another request, and it does not stand
     * a new one on the same connection before it is done with that.
     */
    function sendSoon(): void {
      subscriber.add(asapScheduler.schedule(send));
    }

    function send(): void {
      phase = 'connect';
      sent += 1;
      try {
        lease = lend();
        lease.dispatcher.dispatch(options, handler);
      } catch (error) {
        phase = 'connect';
        fail(typed(error));
      }
    }

    subscriber.add(() => {
      if (!ended) abort();
    });
    subscriber.add(closing.subscribe({ error: fail }));
    if (!subscriber.closed) sendSoon();
  });
}
