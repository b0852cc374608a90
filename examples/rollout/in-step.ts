import { isDeepStrictEqual } from 'node:util';

import {
  type CacheSnapshot,
  type Collection,
  type KubeObject,
  type Transport,
  listPages,
  objectKey,
} from 'rxkube';
import { type Observable, map, switchMap, takeWhile, toArray } from 'rxjs';

/** How a copy compares with a fresh list. */
export interface Comparison {
  /** Objects of the list. */
  readonly listed: number;
  /** Objects of the list that the copy shows with the same key, uid, version and content. */
  readonly equal: number;
  /** Whether the copy is live and shows the list, and nothing else. */
  readonly inStep: boolean;
}

/**
 * Compares the live copy with a fresh LIST over a connection of its own, snapshot after snapshot. Completes as soon as
 * they are equal.
 */
export function comparisons<T extends KubeObject>(
  transport: Transport,
  collection: Collection<T>,
  snapshots$: Observable<CacheSnapshot<T>>,
): Observable<Comparison> {
  return listPages(transport, collection).pipe(
    map((event) => (event._tag === 'Listed' ? event.objects : [])),
    toArray(),
    map((pages) => pages.flat()),
    switchMap((objects) => snapshots$.pipe(map((snapshot) => compared(snapshot, objects)))),
    takeWhile(({ inStep }) => !inStep, true),
  );
}

function compared<T extends KubeObject>(
  snapshot: CacheSnapshot<T>,
  objects: readonly T[],
): Comparison {
  const listed = objects.length;
  const equal = objects.filter((object) =>
    isDeepStrictEqual(snapshot.get(objectKey(object)), object),
  ).length;

  return {
    listed,
    equal,
    inStep: snapshot.phase === 'live' && snapshot.size === listed && equal === listed,
  };
}
