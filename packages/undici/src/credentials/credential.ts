import { type Observable } from 'rxjs';

/** A client certificate and its key, in PEM form. @since 0.1.0 */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * The port for any source of tokens: it says as which user the requests are sent.
 *
 * ```text
 * current           (a|)      a = the value of the `authorization` header, undefined for no header
 * renewed(a)        --(b|)    asked once after a 401 to `a`
 * ```
 *
 * - Both emit once. Both are unsubscribed when the request is unsubscribed.
 * - An error of either ends the request with a `TransportError` of the phase `credentials`.
 *
 * @since 0.1.0
 */
export interface Credential {
  /** Subscribed before each request. */
  readonly current: Observable<string | undefined>;
  /** Gives a new value after the server has refused one. Leave it out if the value cannot be renewed. */
  readonly renewed?: ((refused: string | undefined) => Observable<string | undefined>) | undefined;
  /**
   * The client certificate that came with the last value, for future connections. It returns the same object while
   * the certificate is the same, and takes precedence over `cert` and `key` of the options.
   */
  readonly certificate?: (() => ClientCertificate | undefined) | undefined;
}

/** Milliseconds that a credential may take: the time of a login. A request that waits longer fails and asks again. */
export const CREDENTIAL_TIMEOUT = 60_000;
