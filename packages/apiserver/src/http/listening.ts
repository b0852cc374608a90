import { type AcceptedToken } from '../requests/authenticate.js';

/** The address on which HTTP is served, and for which clients. @since 0.1.0 */
export interface ListenOptions {
  /** The port, or 0 for any free one. Default 0. */
  readonly port?: number | undefined;
  /** The address. One beyond the loopback requires a token. Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** The bearer token of this port. Default that of the server. */
  readonly token?: AcceptedToken | undefined;
  /**
   * Host names whose requests are served without a token, beside those of the loopback. A web page
   * whose name was bound to the loopback address by its DNS server sends another name. Default
   * none.
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Origins of web pages whose requests are served without a token, beside those on the loopback,
   * such as `https://dashboard.example`. Default none.
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * Bytes of one response that may wait in this process, beside those in the system. Default 1 MiB,
   * and at least the buffer of Node (16 KiB). A watcher that is further behind gets frames as it
   * takes them. It is dropped when the channel of the watch cache is full as well.
   */
  readonly maxPendingBytes?: number | undefined;
}

/** An open port. @since 0.1.0 */
export interface Listening {
  /** Such as `http://127.0.0.1:34567`. */
  readonly url: string;
  readonly port: number;
  /** Closes the port and cuts its connections. */
  readonly close: () => Promise<void>;
}
