import { type SnapshotsOptions, type Transport, snapshots } from '@rxkube/operators';
import { type Collection, type KubeObject, type Resource } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { Observable, defer, finalize } from 'rxjs';

import { type ShareSnapshotsOptions, shareSnapshots } from './share-snapshots.js';
import { sourceKey } from './source-key.js';

/** The sources that one program shares. @since 0.1.0 */
export interface SnapshotRegistry {
  /** Returns the snapshots of a collection. Equal calls share one source. */
  snapshots<T extends KubeObject, U = T>(
    transport: Transport,
    request: Collection<T> | Resource<T>,
    options?: SnapshotsOptions<T, U>,
  ): Observable<CacheSnapshot<U>>;
  /** The subscribers of each source that is open. Each key is a text that describes its source. */
  readonly open: ReadonlyMap<string, number>;
}

/** One source of a registry. */
interface SharedSource {
  readonly snapshots: Observable<CacheSnapshot<unknown>>;
  connections: number;
  subscribers: number;
}

/**
 * Shares the snapshots of equal calls, so that parts of a program need not know of each other.
 *
 * ```ts
 * const registry = snapshotRegistry();
 * const first = registry.snapshots(transport, pods, { namespace: 'shop' });
 * const second = registry.snapshots(transport, pods, { namespace: 'shop' });
 * first.subscribe();
 * second.subscribe();
 * registry.open.size; // 1
 * ```
 *
 * - Calls are equal if they have the same transport, collection, selectors and options. Plain data counts by value.
 *   Functions and other objects count by identity: declare a `transform` once, outside of the call.
 * - A source closes as in {@link shareSnapshots}, and is then forgotten. Two registries share nothing.
 * - A shared source is not a permission: the transport decides what is seen. Before you hand snapshots to a client, ask
 *   whether the client may see them.
 *
 * @since 0.1.0
 */
export function snapshotRegistry(options: ShareSnapshotsOptions = {}): SnapshotRegistry {
  const sources = new Map<string, SharedSource>();

  function sourceOf(key: string, open: () => Observable<CacheSnapshot<unknown>>): SharedSource {
    const known = sources.get(key);
    if (known !== undefined) return known;
    const source: SharedSource = {
      connections: 0,
      subscribers: 0,
      snapshots: defer(() => {
        source.connections++;

        return open().pipe(
          finalize(() => {
            source.connections--;
            // A retry may have opened the source again before this end of it.
            if (source.connections === 0 && sources.get(key) === source) sources.delete(key);
          }),
        );
      }).pipe(shareSnapshots(options)),
    };
    sources.set(key, source);

    return source;
  }

  return {
    snapshots: <T extends KubeObject, U>(
      transport: Transport,
      request: Collection<T> | Resource<T>,
      own: SnapshotsOptions<T, U> = {},
    ) => {
      const collection = 'resource' in request ? request : { resource: request };
      const key = sourceKey(transport, collection, own);

      return new Observable<CacheSnapshot<U>>((subscriber) => {
        const source = sourceOf(key, () => snapshots(transport, request, own));
        source.subscribers++;
        subscriber.add(() => {
          source.subscribers--;
        });

        return (source.snapshots as Observable<CacheSnapshot<U>>).subscribe(subscriber);
      });
    },
    get open() {
      return new Map([...sources].map(([key, { subscribers }]) => [key, subscribers]));
    },
  };
}
