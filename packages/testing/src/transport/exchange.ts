import { type Transport } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';
import { type SchedulerLike, Subscription, asyncScheduler, mergeMap, tap } from 'rxjs';

/** One raw request and its response so far. @since 0.1.0 */
export interface Exchange {
  /** `undefined` before the response. */
  readonly status: number | undefined;
  readonly headers: ReadonlyMap<string, string>;
  /** The body so far. */
  readonly text: string;
  /** Scheduler time of each chunk of the body. */
  readonly times: readonly number[];
  /** `'open'`, `'complete'`, or the error that ended it. */
  readonly end: unknown;
  readonly endedAt: number | undefined;
  /** Unsubscribe to abort the request. */
  readonly subscription: Subscription;
}

/** A watch document as a server wrote it; only the fields that tests look at have types. @since 0.1.0 */
export interface ReceivedFrame {
  readonly type: string;
  readonly object: {
    readonly code?: number;
    readonly message?: string;
    readonly reason?: string;
    readonly metadata: {
      readonly name?: string;
      readonly resourceVersion?: string;
      readonly labels?: object;
    };
  };
}

/**
 * Sends one raw request and records the response. The request is a GET without headers unless you say otherwise.
 *
 * ```ts
 * const watch = send(transport, { path: '/api/v1/pods', query: { watch: 'true' } });
 * time.runTo(1_000);
 * frameLines(watch); // ['ADDED a@2', 'BOOKMARK @3']
 * ```
 *
 * @param scheduler gives the times of the record.
 * @since 0.1.0
 */
export function send(
  transport: Transport,
  request: Pick<ApiRequest, 'path'> & Partial<ApiRequest>,
  scheduler: SchedulerLike = asyncScheduler,
): Exchange {
  const subscription = new Subscription();
  const times: number[] = [];
  const exchange: { -readonly [Field in keyof Exchange]: Exchange[Field] } = {
    status: undefined,
    headers: new Map(),
    text: '',
    times,
    end: 'open',
    endedAt: undefined,
    subscription,
  };
  const decoder = new TextDecoder();
  const end = (how: unknown): void => {
    exchange.end = how;
    exchange.endedAt = scheduler.now();
  };
  subscription.add(
    transport({ method: 'GET', query: {}, headers: {}, ...request })
      .pipe(
        tap(({ status, headers }) => {
          exchange.status = status;
          exchange.headers = headers;
        }),
        mergeMap(({ body }) => body),
      )
      .subscribe({
        next: (chunk) => {
          exchange.text += decoder.decode(chunk, { stream: true });
          times.push(scheduler.now());
        },
        error: end,
        complete: () => {
          end('complete');
        },
      }),
  );

  return exchange;
}

/** Reads the documents of a watch. @since 0.1.0 */
export function framesOf({ text }: Pick<Exchange, 'text'>): readonly ReceivedFrame[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReceivedFrame);
}

/** Writes the documents of a watch in short: `ADDED a@2`, `BOOKMARK @3`, `ERROR 410`. @since 0.1.0 */
export function frameLines(exchange: Pick<Exchange, 'text'>): readonly string[] {
  return framesOf(exchange).map(({ type, object }) => {
    const { name = '', resourceVersion = '' } = object.metadata;

    return type === 'ERROR' ? `ERROR ${String(object.code)}` : `${type} ${name}@${resourceVersion}`;
  });
}
