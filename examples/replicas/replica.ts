/**
 * One of several replicas that divide a collection into shards.
 *
 * - Each shard has a Lease, so one replica acts on its objects at a time.
 * - Each replica has a Lease of its own with a label. All watch these, so all know who lives and who owns which shard.
 * - Before a shard moves, its next owner watches it and says so in its own Lease. Only then the owner finishes its runs
 *   and releases the Lease of the shard: watched by two for a moment, acted on by one.
 */
import {
  type Leading,
  type LeaderElectionOptions,
  type Reconciled,
  type Run,
  type RunHandler,
  leaderElection,
  reconcile,
  whileLeading,
  writes,
} from '@rxkube/control';
import {
  type KubeObject,
  type Resource,
  type Transport,
  leases,
  shard,
  shareSnapshots,
  snapshots,
} from 'rxkube';
import {
  BehaviorSubject,
  EMPTY,
  type Observable,
  type Subscription,
  concatMap,
  distinctUntilChanged,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  noop,
  range,
  mergeMap,
  retry,
  share,
  ReplaySubject,
  switchMap,
  take,
  takeUntil,
  using,
} from 'rxjs';

import { WATCHED, liveReplicas, ownerOf } from './live-replicas.js';

/** The label of the Leases of the replicas. */
const LABEL = 'example.com/replica-of';

export interface ReplicaOptions<T extends KubeObject> {
  readonly namespace: string;
  /** The same for all replicas. */
  readonly name: string;
  readonly identity: string;
  readonly resource: Resource<T>;
  readonly shards: number;
  /** Call `holds()` of the term before each write. */
  readonly handle: (run: Run<T>, term: Leading, shard: number) => ReturnType<RunHandler<T>>;
  /** Hands all shards over, then completes. */
  readonly stop: Observable<unknown>;
  readonly times?: Pick<LeaderElectionOptions, 'leaseDuration' | 'renewDeadline' | 'retryPeriod'>;
}

export function replica<T extends KubeObject>(
  transport: Transport,
  options: ReplicaOptions<T>,
): Observable<Reconciled> {
  const { namespace, name, identity, resource, shards, handle, times } = options;
  const { patch } = writes(transport);
  const stop = options.stop.pipe(
    take(1),
    share({ connector: () => new ReplaySubject(1), resetOnComplete: false }),
  );
  const own = { namespace, name: `${name}-${identity}` };
  const watched$ = new BehaviorSubject<readonly number[]>([]);
  const elect = { namespace, identity, ...times };
  const replicas$ = liveReplicas(
    snapshots(transport, { resource: leases, namespace, labelSelector: `${LABEL}=${name}` }),
  ).pipe(share({ connector: () => new ReplaySubject(1) }));

  const announced$ = watched$.pipe(
    map((indexes) => indexes.join()),
    switchMap((text) =>
      patch(leases, own, { merge: { metadata: { annotations: { [WATCHED]: text } } } }).pipe(
        retry({ delay: 1_000 }),
      ),
    ),
    ignoreElements(),
    takeUntil(stop),
  );
  const presence$ = leaderElection(transport, {
    ...elect,
    name: own.name,
    labels: { [LABEL]: name },
    stop,
  }).pipe(whileLeading(() => announced$));

  return merge(presence$, range(0, shards).pipe(mergeMap(shardWork)));

  function shardWork(index: number): Observable<Reconciled> {
    const isMine$ = replicas$.pipe(
      map((replicas) => ownerOf(index, replicas)?.identity === identity),
      distinctUntilChanged(),
      takeUntil(stop),
    );

    return isMine$.pipe(concatMap((isMine) => (isMine ? hold(index) : EMPTY)));
  }

  function hold(index: number): Observable<Reconciled> {
    const objects$ = snapshots(transport, { resource, shard: shard(index, shards) }).pipe(
      shareSnapshots({ grace: 0 }),
    );
    const handOver$ = replicas$.pipe(
      filter((replicas) => {
        const next = ownerOf(index, replicas);

        return next?.identity !== identity && next?.watched.includes(index) !== false;
      }),
      take(1),
    );
    const handled$ = objects$.pipe(takeUntil(handOver$));
    const runs$ = leaderElection(transport, {
      ...elect,
      name: `${name}-shard-${String(index)}`,
      stop: handOver$,
    }).pipe(whileLeading((term) => handled$.pipe(reconcile((run) => handle(run, term, index)))));
    // The watch is open before the term begins, and says so once it is live.
    const watch = (): Subscription =>
      objects$.subscribe({
        next: ({ phase }) => {
          const { value } = watched$;
          if (phase === 'live' && !value.includes(index)) watched$.next([...value, index]);
        },
        error: noop,
      });

    return using(watch, () => runs$).pipe(
      finalize(() => {
        watched$.next(watched$.value.filter((each) => each !== index));
      }),
    );
  }
}
