import { type ApiRequest } from '@rxkube/protocol';
import { type ObservableInput } from 'rxjs';

import { type FetchLike } from './fetch-like.js';

/** Header names and their values. @since 0.1.0 */
export type HeaderFields = Readonly<Record<string, string>>;

/** The server of `fetchTransport`, and how its requests look. @since 0.1.0 */
export interface FetchTransportOptions {
  /**
   * The part of the address in front of each request: a path of this page's own origin such as `'/k8s'`, or an absolute
   * URL. It is resolved when a request is sent, so that a server can run the same module.
   */
  readonly baseUrl: string;
  /**
   * Headers of each request. A function is called before each request, for example for a token that is renewed. The
   * headers of the request itself come first. Headers that a browser does not let a page set are dropped.
   */
  readonly headers?: HeaderFields | ((request: ApiRequest) => ObservableInput<HeaderFields>);
  /** Whether cookies are sent. Default `'same-origin'`. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  /** A function in the place of the global `fetch`. It is looked up when a request is sent. */
  readonly fetch?: FetchLike;
  /**
   * How many requests may run at once, watches included; watches may take all places but one. `Infinity` disables the
   * limit. Default 5, and 90 after a response has come over HTTP/2. A browser opens 6 connections to an origin over
   * HTTP/1.1, for all tabs together, and 100 streams over HTTP/2.
   */
  readonly maxRequests?: number;
}
