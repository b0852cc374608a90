import { type Observable } from 'rxjs';

/** A client certificate and its key, in PEM form. @since 0.1.0 */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Says who is asking: the port for whatever gives tokens.
 *
 * ```text
 * current           (a|)      a = the value of the `authorization` header, undefined for none
 * renewed(a)        --(b|)    asked once after a 401 to `a`
 * ```
 *
 * - Both emit once. Both are unsubscribed when nobody waits for the request any more.
 * - An error of either ends the request with a `TransportError` of the phase `credentials`.
 *
 * @since 0.1.0
 */
export interface Credential {
  /** Subscribed before each request. */
  readonly current: Observable<string | undefined>;
  /** Gives a new value after the server has refused one; absent where there is nothing to renew. */
  readonly renewed?: ((refused: string | undefined) => Observable<string | undefined>) | undefined;
  /**
   * The client certificate that came with the last value, for connections to come; the same object while it is
   * the same. Goes before `cert` and `key` of the options.
   */
  readonly certificate?: (() => ClientCertificate | undefined) | undefined;
}
