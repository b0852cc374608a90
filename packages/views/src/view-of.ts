import { invalidArgument } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { MapSnapshot } from '@rxkube/snapshots/internal';
import { type OperatorFunction, defer, filter, map } from 'rxjs';

/** Makes the next snapshot of a view, or nothing, from the newest snapshot and the one that the view saw last. */
export type View<T, S> = (
  snapshot: MapSnapshot<T>,
  seen: MapSnapshot<T> | undefined,
) => S | undefined;

/** Makes an operator of a view of one source. Each subscription has a view of its own. */
export function viewOf<T, S>(makeView: () => View<T, S>): OperatorFunction<CacheSnapshot<T>, S> {
  return (source) =>
    defer(() => {
      const view = makeView();
      let seen: MapSnapshot<T> | undefined;

      return source.pipe(
        map((value) => {
          const snapshot = ownSnapshot(value);
          const made = view(snapshot, seen);
          seen = snapshot;

          return made;
        }),
        filter((made) => made !== undefined),
      );
    });
}

/** Returns the snapshot with its entries, which views need. @throws ProtocolError `invalidArgument` for a foreign one. */
export function ownSnapshot<T>(snapshot: CacheSnapshot<T>): MapSnapshot<T> {
  if (snapshot instanceof MapSnapshot) return snapshot as MapSnapshot<T>;
  throw invalidArgument(
    'source',
    'views need snapshots of cacheReduce, of snapshotWriter or of another view; make yours with snapshotWriter',
  );
}
