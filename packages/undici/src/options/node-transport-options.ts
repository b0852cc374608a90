import { type Dispatcher } from 'undici';

import { type Credential } from '../credentials/credential.js';
import { type Impersonation } from './impersonation-headers.js';
import { type Pem } from '../tls/tls-material.js';

/**
 * Where the API server is, who is asking, and how long to wait.
 *
 * At most one way to say who is asking: `token`, `username` with `password`, `credential`, or an
 * `authorization` among the `headers`. A client certificate goes with any of them.
 *
 * @since 0.1.0
 */
export interface NodeTransportOptions {
  /**
   * The address of the API server, with `https://` or `http://`. Its path is put in front of the path of every request.
   * If you leave it out, the cluster that `kubectl` would use is the default, with its credentials. Other options
   * take precedence over those of the kubeconfig. `undefined` is an error: it hides a missing setting.
   */
  readonly server?: string;
  /**
   * A bearer token: the token itself; a file, which is read again after 50 s of use and after a 401; or a
   * function, which is called before each request and once more after a 401. With `initial`, that is the token
   * until the file can be read.
   */
  readonly token?:
    | string
    | { readonly file: string; readonly initial?: string | undefined }
    | (() => string | Promise<string>)
    | undefined;
  /** For basic authentication, with `password`. */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Any other source of an `authorization` header. */
  readonly credential?: Credential | undefined;
  /** Acts as somebody else, if the server lets whoever is asking do so. A request's own `impersonate-user` goes before. */
  readonly impersonate?: Impersonation | undefined;
  /** Who may sign the server's certificate. Default: the authorities that Node trusts. */
  readonly ca?: Pem | undefined;
  /** A client certificate, with its `key`. */
  readonly cert?: Pem | undefined;
  readonly key?: Pem | undefined;
  /** The name that the server's certificate is checked for. Default: the host of `server`. */
  readonly serverName?: string | undefined;
  /** Takes any certificate: whoever is in between can read and change everything. Default false. */
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /**
   * The proxy to go through, as `http://`, `https://` or `socks5://`, with user and password in it where it wants
   * them; `false` for none. Default: `HTTPS_PROXY`, or `HTTP_PROXY` for a server without TLS, but for servers in
   * `NO_PROXY` and on this machine; by the rules of Go, which `kubectl` follows.
   */
  readonly proxy?: string | false | undefined;
  /** Sent with every request; a header of the request itself goes before. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default `rxkube/<version> (<platform>/<architecture>) node/<major>`. */
  readonly userAgent?: string | undefined;
  /** Asks for gzip on lists. Watches are never compressed. Default true, as client-go does. */
  readonly compression?: boolean | undefined;
  /**
   * Sends the requests instead of connections of this transport: a mock, interceptors, a way of your own. The
   * options for TLS, `proxy`, `http2` and `connectTimeout` are then its own affair, and so is `close`.
   */
  readonly dispatcher?: Dispatcher | undefined;
  /** Many requests over one connection; a server that offers no HTTP/2 is then an error. Default false. */
  readonly http2?: boolean | undefined;
  /** Milliseconds for a connection to stand, TLS included. Default 10,000, as undici. */
  readonly connectTimeout?: number | undefined;
  /**
   * Milliseconds between the sending of a request that is no watch and the head of its answer; 0 for no limit.
   * Default 70,000: the server gives up by itself after 60 s, and says so. Accurate to about a second.
   */
  readonly headersTimeout?: number | undefined;
  /** How many requests that are no watches may be on their way at one time; the others queue. Default 8. */
  readonly maxLists?: number | undefined;
}
