import { isDeepStrictEqual } from 'node:util';

import {
  type CacheSnapshot,
  type Collection,
  type KubeObject,
  type Transport,
  listPages,
  objectKey,
} from 'rxkube';
import { type Observable, filter, map, race, switchMap, take, timer, toArray } from 'rxjs';

/** Milliseconds in which the copy must have caught up with a fresh list. */
const PATIENCE = 30_000;

/**
 * Compares the live copy with a fresh LIST over a connection of its own: keys, uids, versions and content.
 * Emits once: `true` as soon as a snapshot equals the list, `false` where none does in time.
 */
export function inStep<T extends KubeObject>(
  transport: Transport,
  collection: Collection<T>,
  snapshots$: Observable<CacheSnapshot<T>>,
): Observable<boolean> {
  const listed$ = listPages(transport, collection).pipe(
    map((event) => (event._tag === 'Listed' ? event.objects : [])),
    toArray(),
    map((pages) => pages.flat()),
  );
  const equal$ = listed$.pipe(
    switchMap((objects) => snapshots$.pipe(filter((snapshot) => shows(snapshot, objects)))),
    map(() => true),
    take(1),
  );

  return race(equal$, timer(PATIENCE).pipe(map(() => false)));
}

function shows<T extends KubeObject>(snapshot: CacheSnapshot<T>, objects: readonly T[]): boolean {
  return (
    snapshot.phase === 'live' &&
    snapshot.size === objects.length &&
    objects.every((object) => isDeepStrictEqual(snapshot.get(objectKey(object)), object))
  );
}
