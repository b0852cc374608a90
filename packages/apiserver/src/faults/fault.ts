import { type ApiRequest, type Status } from '@rxkube/protocol';

/**
 * One failure, for the next requests that it fits.
 *
 * The fields take effect in their order: first the wait, then the response (a fixed one, or that of
 * the server), whose body is edited, then spoilt, then ended in one of four ways. The last field is
 * about its reader.
 *
 * @since 0.1.0
 */
export interface Fault {
  /** Selects the requests. Default all. */
  readonly when?: ((request: ApiRequest) => boolean) | undefined;
  /** The number of requests. Default 1. */
  readonly times?: number | undefined;
  /** Milliseconds before anything else happens. Default 0. */
  readonly delay?: number | undefined;
  /** The response that replaces that of the server. */
  readonly answer?: FaultAnswer | undefined;
  /**
   * Rewrites each line of the body, such as a frame of a watch. No line drops it, two lines repeat
   * it.
   */
  readonly edit?: ((line: string, index: number) => readonly string[]) | undefined;
  /** Bytes that are put into the body once, at that point. */
  readonly garbage?: (BodyPoint & { readonly bytes: string | Uint8Array }) | undefined;
  /**
   * Fails a watch there as servers do: an ERROR frame with this Status, and the end of the body.
   * For the Status of a response, use `answer`.
   */
  readonly error?: (BodyPoint & { readonly status: Status }) | undefined;
  /** Ends the body there as if it were complete. */
  readonly end?: BodyPoint | undefined;
  /** Cuts the connection there. Without a point, cuts it before the response head. */
  readonly cut?: BodyPoint | undefined;
  /**
   * Sends nothing more from there on, and leaves the connection open past every deadline. Without a
   * point, sends not even the response head. Only the client, `restart` and `close` end it, and
   * `cutWatches` while it counts as an open watch.
   */
  readonly stall?: BodyPoint | undefined;
  /**
   * Stops reading there, for a number of milliseconds (default for ever). Bytes that the server
   * sends meanwhile wait as on a full socket. A watch with too many waiting bytes is dropped.
   */
  readonly slow?: (BodyPoint & { readonly for?: number | undefined }) | undefined;
}

/**
 * A point in a body, by bytes or by whole lines. `{ afterBytes: 0 }` is right behind the response
 * head.
 *
 * @since 0.1.0
 */
export interface BodyPoint {
  readonly afterBytes?: number | undefined;
  readonly afterLines?: number | undefined;
}

/**
 * A fixed response.
 *
 * @since 0.1.0
 */
export interface FaultAnswer {
  readonly status: number;
  /** A text (`text/plain` unless a header names another type), or a Status. Default empty. */
  readonly body?: string | Status | undefined;
  /** Such as `{ 'retry-after': '2' }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
