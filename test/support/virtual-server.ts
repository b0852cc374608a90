import { type ApiServer, type ApiServerOptions, createApiServer } from '@rxkube/apiserver';
import { type ApiRequest } from '@rxkube/protocol';
import { Subscription, VirtualTimeScheduler, mergeMap, tap } from 'rxjs';

/** The outcome of one request. */
export interface Seen {
  /** `undefined` before the response. */
  status: number | undefined;
  headers: ReadonlyMap<string, string>;
  text: string;
  /** Scheduler time of each chunk. */
  readonly times: number[];
  /** `open`, `complete`, or the error that it ended with. */
  end: unknown;
  /** Scheduler time at which it ended. */
  endedAt: number | undefined;
  readonly subscription: Subscription;
}

/** A frame of a watch, as far as tests look at it. */
export interface SeenFrame {
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

/** A server on virtual time, and a client of it. */
export interface VirtualServer {
  readonly clock: VirtualTimeScheduler;
  readonly server: ApiServer;
  /** Lets time pass up to a moment. */
  readonly runTo: (time: number) => void;
  readonly ask: (
    path: string,
    query?: Readonly<Record<string, string>>,
    more?: Partial<ApiRequest>,
  ) => Seen;
  readonly framesOf: (seen: Seen) => readonly SeenFrame[];
  /** `ADDED a@2`: the type, the name and the version of each frame. */
  readonly storyOf: (seen: Seen) => readonly string[];
}

/** Makes a server on virtual time, without jitter unless the test brings some. */
export function virtualServer(options: ApiServerOptions = {}): VirtualServer {
  const clock = new VirtualTimeScheduler();
  const server = createApiServer({ scheduler: clock, random: () => 0, ...options });

  return {
    clock,
    server,
    runTo: (time) => {
      clock.schedule(() => undefined, time - clock.now());
      clock.maxFrames = time;
      clock.flush();
    },
    ask: (path, query = {}, more = {}) => {
      const request: ApiRequest = { method: 'GET', path, query, headers: {}, ...more };
      const seen: Seen = {
        status: undefined,
        headers: new Map(),
        text: '',
        times: [],
        end: 'open',
        endedAt: undefined,
        subscription: new Subscription(),
      };
      const decoder = new TextDecoder();
      const end = (how: unknown): void => {
        seen.end = how;
        seen.endedAt = clock.now();
      };
      seen.subscription.add(
        server
          .transport()(request)
          .pipe(
            tap(({ status, headers }) => {
              seen.status = status;
              seen.headers = headers;
            }),
            mergeMap(({ body }) => body),
          )
          .subscribe({
            next: (chunk) => {
              seen.text += decoder.decode(chunk, { stream: true });
              seen.times.push(clock.now());
            },
            error: end,
            complete: () => {
              end('complete');
            },
          }),
      );

      return seen;
    },
    framesOf,
    storyOf: (seen) =>
      framesOf(seen).map(({ type, object }) => {
        const { name = '', resourceVersion = '' } = object.metadata;

        return type === 'ERROR'
          ? `ERROR ${String(object.code)}`
          : `${type} ${name}@${resourceVersion}`;
      }),
  };
}

function framesOf({ text }: Seen): readonly SeenFrame[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SeenFrame);
}
