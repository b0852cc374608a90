import { createHash } from 'node:crypto';

import { type CacheSnapshot, type Lease } from 'rxkube';
import { type Observable, asyncScheduler, combineLatest, defer, filter, map, timer } from 'rxjs';

/** The annotation in which a replica lists the shards that it watches. */
export const WATCHED = 'example.com/watched-shards';

/** A replica whose Lease is renewed. */
export interface Replica {
  readonly identity: string;
  /** The shards whose objects it has in its memory. */
  readonly watched: readonly number[];
}

/** Milliseconds between two looks at the clock. */
const LOOK = 1_000;

/**
 * The replicas whose Leases were renewed within their duration, as this process has seen it. The clocks of the machines
 * may differ, so `renewTime` only tells one renewal from another.
 */
export function liveReplicas(
  leases$: Observable<CacheSnapshot<Lease>>,
): Observable<readonly Replica[]> {
  return defer(() => {
    const renewals = new Map<string, { readonly text: string; readonly at: number }>();

    return combineLatest([leases$, timer(0, LOOK)]).pipe(
      filter(([{ isComplete }]) => isComplete),
      map(([snapshot]) =>
        [...snapshot.values()].flatMap(({ metadata, spec }) => {
          const now = asyncScheduler.now();
          const text = JSON.stringify(spec);
          const known = renewals.get(metadata.name);
          const at = known?.text === text ? known.at : now;
          renewals.set(metadata.name, { text, at });
          const { holderIdentity: identity = '', leaseDurationSeconds = 0 } = spec;
          if (identity === '' || now - at > leaseDurationSeconds * 1_000) return [];
          const watched = metadata.annotations?.[WATCHED] ?? '';

          return { identity, watched: watched === '' ? [] : watched.split(',').map(Number) };
        }),
      ),
    );
  });
}

/**
 * The order in which replicas own a shard, by rendezvous hashing: if a replica comes or goes, only its own shards move,
 * and the second replica becomes the owner.
 */
export function ranked(shard: number, replicas: readonly Replica[]): readonly Replica[] {
  const weighed = replicas.map((replica) => ({
    replica,
    weight: createHash('sha256')
      .update(`${replica.identity} ${String(shard)}`)
      .digest('hex'),
  }));

  return weighed
    .sort((one, other) => (one.weight < other.weight ? 1 : -1))
    .map(({ replica }) => replica);
}
