import { type ApiRequest, type Status } from '@rxkube/protocol';

/**
 * One thing that goes wrong, for the next requests that it fits.
 *
 * What is given happens in the order of the fields: the wait, then the answer (a made-up one, or the server's
 * own), whose body is edited, then spoilt, then ended in one of four ways. The last field is about its reader.
 *
 * @since 0.1.0
 */
export interface Fault {
  /** Which requests; default all. */
  readonly when?: ((request: ApiRequest) => boolean) | undefined;
  /** How many of them; default 1. */
  readonly times?: number | undefined;
  /** Milliseconds before anything else happens; default 0. */
  readonly delay?: number | undefined;
  /** Answered instead of what the server would. */
  readonly answer?: FaultAnswer | undefined;
  /** Rewrites each line of the body, such as a frame of a watch: none to drop it, two to repeat it. */
  readonly edit?: ((line: string, index: number) => readonly string[]) | undefined;
  /** Bytes that stand in the body once, at that point. */
  readonly garbage?: (BodyPoint & { readonly bytes: string | Uint8Array }) | undefined;
  /**
   * Fails a watch there as servers do: an ERROR frame with this Status, after which the body ends. The Status of an
   * answer belongs into `answer`.
   */
  readonly error?: (BodyPoint & { readonly status: Status }) | undefined;
  /** Ends the body there as if that were all. */
  readonly end?: BodyPoint | undefined;
  /** Kills the connection: there, or before any header where no point is given. */
  readonly cut?: BodyPoint | undefined;
  /**
   * Sends nothing more and leaves the connection open: from there on, or from before any header where no point
   * is given, past every deadline. Only the client, `restart` and `close` end it, and `cutWatches` while it counts
   * as an open watch.
   */
  readonly stall?: BodyPoint | undefined;
  /**
   * The reader takes nothing more from there on, for so many milliseconds (default for ever). What the server sends
   * meanwhile waits as on a socket that is full: a watch for which too much waits is dropped.
   */
  readonly slow?: (BodyPoint & { readonly for?: number | undefined }) | undefined;
}

/**
 * A point in a body, by bytes or by whole lines; `{ afterBytes: 0 }` is right behind the headers.
 *
 * @since 0.1.0
 */
export interface BodyPoint {
  readonly afterBytes?: number | undefined;
  readonly afterLines?: number | undefined;
}

/**
 * An answer that the server did not think of itself.
 *
 * @since 0.1.0
 */
export interface FaultAnswer {
  readonly status: number;
  /** A text as it is (`text/plain` unless a header says otherwise), or a Status. Default empty. */
  readonly body?: string | Status | undefined;
  /** Such as `{ 'retry-after': '2' }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
