import { TransportError, isWatch, requestName, type ApiRequest } from '@rxkube/protocol';
import {
  BehaviorSubject,
  type MonoTypeOperatorFunction,
  Observable,
  type Subscriber,
  defer,
  first,
  switchMap,
  throwError,
  timeout,
} from 'rxjs';

/** Milliseconds for which a request waits for a place. */
const PATIENCE = 5_000;
/** The places until HTTP/2 is seen: a browser opens six connections to an origin, and other code needs one too. */
const OVER_HTTP1 = 5;
/** The places over HTTP/2, where servers accept 100 streams. */
const OVER_HTTP2 = 90;

/**
 * Keeps the requests of one transport within the connections that a browser opens. Beyond them a browser lets requests
 * hang without a word, so the transport says it.
 */
export class RequestPlaces {
  readonly #taken = new BehaviorSubject(0);
  #watches = 0;
  #limit: number;

  constructor(private readonly fixed: number | undefined) {
    this.#limit = fixed ?? OVER_HTTP1;
  }

  /** Whether a response over HTTP/2 would give more places. */
  get canGrow(): boolean {
    return this.fixed === undefined && this.#limit < OVER_HTTP2;
  }

  /** Records that a response has come over HTTP/2. */
  grow(): void {
    if (!this.canGrow) return;
    this.#limit = OVER_HTTP2;
    this.#taken.next(this.#taken.value);
  }

  /**
   * Subscribes the source when there is a place for it, and frees the place at its end.
   *
   * - A watch fails at once with a `TransportError` (`TOO_MANY_WATCHES`) if only the last place is free. That one is
   *   kept for other requests.
   * - Another request waits, at most 5 s, then fails alike (`TOO_MANY_REQUESTS`).
   */
  admit<T>(request: ApiRequest): MonoTypeOperatorFunction<T> {
    return (source) =>
      defer(() => (isWatch(request) ? this.#watch(request, source) : this.#other(request, source)));
  }

  #watch<T>(request: ApiRequest, source: Observable<T>): Observable<T> {
    return this.#watches < this.#limit - 1 && this.#hasPlace
      ? this.#counted(source, 1)
      : throwError(() => this.#full(request, 'TOO_MANY_WATCHES'));
  }

  #other<T>(request: ApiRequest, source: Observable<T>): Observable<T> {
    return this.#taken.pipe(
      first(() => this.#hasPlace),
      timeout({
        first: PATIENCE,
        with: () => throwError(() => this.#full(request, 'TOO_MANY_REQUESTS')),
      }),
      switchMap(() => this.#counted(source, 0)),
    );
  }

  get #hasPlace(): boolean {
    return this.#taken.value < this.#limit;
  }

  #counted<T>(source: Observable<T>, watches: 0 | 1): Observable<T> {
    // Not a pipe of operators: the place is free before the subscriber hears of the end, so that it can ask again.
    return new Observable<T>((subscriber: Subscriber<T>) => {
      let isTaken = true;
      const free = (): void => {
        if (!isTaken) return;
        isTaken = false;
        this.#watches -= watches;
        this.#taken.next(this.#taken.value - 1);
      };
      this.#watches += watches;
      this.#taken.next(this.#taken.value + 1);
      subscriber.add(free);
      subscriber.add(
        source.subscribe({
          next: (value) => {
            subscriber.next(value);
          },
          error: (error: unknown) => {
            free();
            subscriber.error(error);
          },
          complete: () => {
            free();
            subscriber.complete();
          },
        }),
      );
    });
  }

  #full(request: ApiRequest, code: 'TOO_MANY_WATCHES' | 'TOO_MANY_REQUESTS'): TransportError {
    const watches = `${String(this.#watches)} watches`;
    const open = `${String(this.#taken.value)} requests are open, ${watches} among them`;
    const reason = this.canGrow
      ? 'a browser opens only six connections to an origin over HTTP/1.1, for all tabs together; use HTTP/2, a WebSocket, or fewer watches'
      : `maxRequests is ${String(this.#limit)}; raise it, or open fewer watches`;

    return new TransportError({
      phase: 'request',
      code,
      problem: `${open}, so this one has no place: ${reason}`,
      request: requestName(request),
    });
  }
}
