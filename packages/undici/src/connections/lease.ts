import { type Dispatcher } from 'undici';

/** The right of one request to use a connection. */
export interface Lease {
  /** Takes one request at most where it comes from a pool. */
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  /** To be called when the request is about to be written; says whether the connection carried one before. */
  readonly start: () => boolean;
  /** To be called once, however the request has ended. Drops a connection that nobody waits for any more. */
  readonly release: () => void;
}
