import { type AcceptedToken } from '../requests/authenticate.js';

/** Where and for whom HTTP is served. @since 0.1.0 */
export interface ListenOptions {
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`. Any other than the loopback needs a token. */
  readonly host?: string | undefined;
  /** The bearer token that is accepted here; default that of the server. */
  readonly token?: AcceptedToken | undefined;
  /**
   * Bytes of one answer that may wait in this process, beside what waits in the system; default 1 MiB, at least what
   * Node buffers (16 KiB). A reader of a watch that is behind by more gets its frames as it takes them, and is dropped
   * once the channels of the watch cache are full as well.
   */
  readonly maxPendingBytes?: number | undefined;
}

/** An open port. @since 0.1.0 */
export interface Listening {
  /** Such as `http://127.0.0.1:34567`. */
  readonly url: string;
  readonly port: number;
  /** Closes the port and kills its connections. */
  readonly close: () => Promise<void>;
}
