import {
  type ApiRequest,
  type Collection,
  type KubeError,
  type KubeObject,
  type Resource,
  isWatch,
  requestTarget,
} from '@rxkube/protocol';
import {
  type CacheSnapshot,
  type ListThenWatchOptions,
  type SyncEvent,
  type Transport,
  cacheReduce,
  listThenWatch,
} from '@rxkube/operators';
import { filter, firstValueFrom, map, merge, tap, timer } from 'rxjs';
import { onTestFinished } from 'vitest';

/** Milliseconds that a test waits for an expected state. A busy machine is slow. */
const PATIENCE = 30_000;
/** Milliseconds between two looks. */
const LOOKS = 20;

/** The pipe at work, and all that it has asked, told and shown so far. */
export interface Observed<T extends KubeObject> {
  readonly requests: readonly ApiRequest[];
  readonly events: readonly SyncEvent<T>[];
  readonly snapshots: readonly CacheSnapshot<T>[];
  /** How many lists were begun, and how many watches. */
  readonly lists: () => number;
  readonly watches: () => number;
  /** The last snapshot, where it shows a set. */
  readonly set: () => CacheSnapshot<T> | undefined;
  /** The changes of all snapshots, as `Added name`. */
  readonly changes: () => readonly string[];
  /** The errors that interrupted it. */
  readonly failures: () => readonly KubeError[];
  /** Waits until a watch has proved itself. */
  readonly opened: () => Promise<void>;
  /** Waits until a condition holds. If it never does, fails with the recorded events. */
  readonly until: (what: string, holds: () => boolean, milliseconds?: number) => Promise<void>;
}

/** Subscribes to the pipe until the test ends: what `snapshots` gives, with its events and requests beside. */
export function observe<T extends KubeObject>(
  transport: Transport,
  request: Collection<T> | Resource<T>,
  options: ListThenWatchOptions = {},
): Observed<T> {
  const requests: ApiRequest[] = [];
  const events: SyncEvent<T>[] = [];
  const snapshots: CacheSnapshot<T>[] = [];
  let failure: unknown;
  const recording = Object.assign(
    (sent: ApiRequest) => {
      requests.push(sent);

      return transport(sent);
    },
    {
      ...(transport.boundsResponses !== undefined && {
        boundsResponses: transport.boundsResponses,
      }),
    },
  );
  const subscription = listThenWatch(recording, request, options)
    .pipe(
      tap((event) => events.push(event)),
      cacheReduce(),
    )
    .subscribe({
      next: (snapshot) => {
        snapshots.push(snapshot);
      },
      error: (error: unknown) => {
        failure = error;
      },
    });
  onTestFinished(() => {
    subscription.unsubscribe();
  });

  const until: Observed<T>['until'] = async (what, holds, milliseconds = PATIENCE) => {
    const came = await firstValueFrom(
      merge(
        timer(0, LOOKS).pipe(
          filter(() => failure !== undefined || holds()),
          map(() => failure === undefined),
        ),
        timer(milliseconds).pipe(map(() => false)),
      ),
    );
    if (came) return;
    throw new Error(
      `${what}: not within ${String(milliseconds)} ms. Seen:\n${story(requests, events)}`,
      { cause: failure },
    );
  };

  return {
    requests,
    events,
    snapshots,
    lists: () => events.filter(({ _tag }) => _tag === 'ListStarted').length,
    watches: () => requests.filter(isWatch).length,
    set: () => {
      const last = snapshots.at(-1);

      return last?.resourceVersion === undefined ? undefined : last;
    },
    changes: () =>
      snapshots.flatMap(({ changes }) =>
        changes.map(({ _tag, key }) => `${_tag} ${key.slice(key.indexOf('/') + 1)}`),
      ),
    failures: () => events.flatMap((event) => (event._tag === 'Interrupted' ? [event.error] : [])),
    opened: () =>
      until('a watch is open', () => events.some(({ _tag }) => _tag === 'WatchStarted')),
    until,
  };
}

/** The last recorded events, one a line. */
function story<T extends KubeObject>(
  requests: readonly ApiRequest[],
  events: readonly SyncEvent<T>[],
): string {
  return [
    ...requests.slice(-10).map((request) => `  GET ${requestTarget(request)}`),
    ...events.slice(-20).map((event) => `  ${line(event)}`),
  ].join('\n');
}

function line<T extends KubeObject>(event: SyncEvent<T>): string {
  switch (event._tag) {
    case 'Listed':
      return `Listed ${String(event.objects.length)}`;
    case 'Applied':
    case 'Deleted': {
      const { name, resourceVersion } = event.object.metadata;

      return `${event._tag} ${name} at ${String(resourceVersion)}`;
    }
    case 'ListCompleted':
    case 'Bookmarked':
      return `${event._tag} ${event.resourceVersion}`;
    case 'Interrupted':
      return `Interrupted for ${String(event.retryInMs)} ms by ${event.error.message}`;
    case 'ListStarted':
      return `ListStarted ${event.reason?.message ?? ''}`;
    case 'WatchStarted':
      return event._tag;
  }
}
