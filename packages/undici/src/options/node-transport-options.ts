import { type Dispatcher } from 'undici';

import { type Credential } from '../credentials/credential.js';
import { type Impersonation } from './impersonation-headers.js';
import { type Pem } from '../tls/tls-material.js';

/**
 * The API server, the credentials, and the limits of a transport.
 *
 * Give at most one of these: `token`, `username` with `password`, `credential`, or an `authorization` among the
 * `headers`. A client certificate may accompany each of them.
 *
 * @since 0.1.0
 */
export interface NodeTransportOptions {
  /**
   * The address of the API server, with `https://` or `http://`. Its path precedes the path of every request.
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
  /** Acts as another user, if the server allows it. An `impersonate-user` header of the request takes precedence. */
  readonly impersonate?: Impersonation | undefined;
  /** The authorities that may sign the server's certificate. Default: those that Node trusts. */
  readonly ca?: Pem | undefined;
  /** A client certificate, with its `key`. */
  readonly cert?: Pem | undefined;
  readonly key?: Pem | undefined;
  /** The name that the server's certificate is checked for. Default: the host of `server`. */
  readonly serverName?: string | undefined;
  /** Accepts any certificate. An attacker on the way can then read and change everything. Default false. */
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /**
   * The URL of the proxy, with `http://`, `https://` or `socks5://`, and with user and password if the proxy needs
   * them; `false` for none. Default: `HTTPS_PROXY`, or `HTTP_PROXY` for a server without TLS. Servers in `NO_PROXY`
   * and on this machine get no proxy by default. The rules are those of Go, which `kubectl` follows.
   */
  readonly proxy?: string | false | undefined;
  /** Headers of every request. A header of the request itself takes precedence. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default `rxkube/<version> (<platform>/<architecture>) node/<major>`. */
  readonly userAgent?: string | undefined;
  /** Asks for gzip on lists. Watches are never compressed. Default true, as client-go does. */
  readonly compression?: boolean | undefined;
  /**
   * Sends the requests instead of the connections of this transport, for mocks and interceptors. The options for TLS,
   * `proxy`, `http2` and `connectTimeout` then have no effect, and `close` leaves the dispatcher open.
   */
  readonly dispatcher?: Dispatcher | undefined;
  /** Sends many requests over one connection. A server without HTTP/2 is then an error. Default false. */
  readonly http2?: boolean | undefined;
  /** Milliseconds to establish a connection, TLS included. Default 10,000, as in undici. */
  readonly connectTimeout?: number | undefined;
  /**
   * Milliseconds from a request to its response head, except for watches; 0 for no limit. Default 70,000, because the
   * server itself gives up after 60 s and says so. Accurate to about a second.
   */
  readonly headersTimeout?: number | undefined;
  /** The number of requests on their way at one time, watches not counted. The others wait. Default 8. */
  readonly maxLists?: number | undefined;
}
