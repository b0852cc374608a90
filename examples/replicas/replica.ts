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
  defer,
  distinctUntilChanged,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  noop,
  range,
  mergeMap,
  repeat,
  retry,
  share,
  ReplaySubject,
  switchMap,
  take,
  takeUntil,
  tap,
  using,
} from 'rxjs';

import { type Replica, WATCHED, liveReplicas, ranked } from './live-replicas.js';

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

  /** The owner takes the Lease of a shard. The next replica observes it, so that it can follow in time. */
  function shardWork(index: number): Observable<Reconciled> {
    const isCandidate = (replicas: readonly Replica[]): boolean =>
      [0, 1].includes(rankOf(index, replicas));
    const isCandidate$ = replicas$.pipe(map(isCandidate), distinctUntilChanged(), takeUntil(stop));
    const isOut$ = replicas$.pipe(filter((replicas) => !isCandidate(replicas)));
    const again$ = replicas$.pipe(take(1), filter(isCandidate), takeUntil(stop));
    const candidacy = defer(() => candidacyFor(index, isOut$)).pipe(
      repeat({ delay: () => again$ }),
    );

    return isCandidate$.pipe(concatMap((isIt) => (isIt ? candidacy : EMPTY)));
  }

  function candidacyFor(index: number, isOut$: Observable<unknown>): Observable<Reconciled> {
    const objects$ = snapshots(transport, { resource, shard: shard(index, shards) }).pipe(
      shareSnapshots({ grace: 0 }),
    );
    let isOwner = false;
    // The owner watches before its term, and says so once its watch is live.
    const watched = replicas$.pipe(
      map((replicas) => rankOf(index, replicas) === 0),
      distinctUntilChanged(),
      tap((isIt) => {
        isOwner = isIt;
        if (!isIt) setWatched(index, false);
      }),
      switchMap((isIt) => (isIt ? objects$ : EMPTY)),
      filter(({ phase }) => phase === 'live'),
    );
    const watch = (): Subscription =>
      watched.subscribe({
        next: () => {
          setWatched(index, true);
        },
        error: noop,
      });
    const handOver$ = replicas$.pipe(
      filter((replicas) => mayLeave(index, replicas)),
      take(1),
    );
    const handled$ = objects$.pipe(takeUntil(handOver$));
    const runs$ = leaderElection(transport, {
      ...elect,
      name: `${name}-shard-${String(index)}`,
      mayLead: () => isOwner,
      stop: isOut$,
    }).pipe(whileLeading((term) => handled$.pipe(reconcile((run) => handle(run, term, index)))));

    return using(watch, () => runs$).pipe(
      finalize(() => {
        setWatched(index, false);
      }),
    );
  }

  /** 0 for the owner; -1 for a replica that is not alive. */
  function rankOf(index: number, replicas: readonly Replica[]): number {
    return ranked(index, replicas).findIndex((each) => each.identity === identity);
  }

  /** There is no other replica, or the next owner has the objects in its memory. */
  function mayLeave(index: number, replicas: readonly Replica[]): boolean {
    const [owner] = ranked(index, replicas);

    return owner?.identity !== identity && owner?.watched.includes(index) !== false;
  }

  function setWatched(index: number, isWatched: boolean): void {
    const { value } = watched$;
    if (value.includes(index) === isWatched) return;
    watched$.next(isWatched ? [...value, index] : value.filter((each) => each !== index));
  }
}
