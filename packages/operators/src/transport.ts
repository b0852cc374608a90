import { type ApiRequest } from '@rxkube/protocol';
import { type Observable } from 'rxjs';

import { type Interrupted } from './sync-event.js';

/**
 * Sends one request and gives its response: the port between the operators and the network.
 *
 * ```text
 * request   GET …?watch=true
 * result    --r-----------|    r = { status, headers, body }
 * r.body      -x--xx-x----|    x = bytes, as they arrive
 * ```
 *
 * - Cold: nothing happens before it is subscribed, and each subscription is a request of its own.
 * - The subscription is the connection. It emits once, stays open until the body has ended, and unsubscribing
 *   aborts the request in whatever phase it is.
 * - `body` is subscribed at most once, in the tick in which the response is emitted. If it is not subscribed then,
 *   the transport aborts.
 * - Any failure before or within the body is a `TransportError`. A status that is not a success is a
 *   response like any other.
 *
 * @since 0.1.0
 */
export interface Transport {
  (request: ApiRequest): Observable<ApiResponse>;
  /**
   * Set by a transport that may hold a list back before it sends it. Such a transport bounds the wait for the
   * response by itself, from the moment of sending. For other transports the operators do, from the subscription.
   */
  readonly boundsResponses?: boolean;
  /**
   * Emits an `Interrupted` if the transport holds a list back for long before it sends it. The operators pass it on until
   * the list has come. Default: a list that waits is not reported.
   */
  readonly heldBack?: ((request: ApiRequest) => Observable<Interrupted>) | undefined;
  /**
   * Masks the credentials that the transport has sent with a request in a text of the server. The operators quote a server
   * in a `StatusError` only. Default: its words are quoted as they are.
   */
  readonly conceal?: ((request: ApiRequest, text: string) => string) | undefined;
  /**
   * Told where the body of a success says that the credential of this request is refused (an ERROR frame of a watch, or
   * a Status instead of a list, with 401), so that the next request comes with another one. A 401 as a status the
   * transport sees itself.
   */
  readonly refused?: ((request: ApiRequest) => void) | undefined;
}

/**
 * The response to an {@link ApiRequest}.
 *
 * @since 0.1.0
 */
export interface ApiResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** The bytes, already free of any content encoding. */
  readonly body: Observable<Uint8Array>;
}
