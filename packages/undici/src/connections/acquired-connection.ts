import { type Dispatcher } from 'undici';

/** The right of one request to use a connection. */
export interface AcquiredConnection {
  /** Takes at most one request, if it comes from a pool. */
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  /** Whether the connection has carried another request. */
  readonly isReused: boolean;
  /** Must be called when the request is about to be written. */
  readonly markUsed: () => void;
  /** Must be called once, however the request has ended. Closes a connection that no request waits for. */
  readonly release: () => void;
}
