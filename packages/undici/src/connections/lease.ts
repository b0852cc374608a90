import { type Dispatcher } from 'undici';

/** The right of one request to use a connection. */
export interface Lease {
  readonly dispatcher: Dispatcher;
  /** To be called when the request is about to be written; says whether the connection carried one before. */
  readonly start: () => boolean;
  /** To be called once, however the request has ended. Drops a connection that nobody waits for any more. */
  readonly release: () => void;
}
