import {
  type CacheSnapshot,
  type SnapshotsOptions,
  type Transport,
  snapshots,
} from '@rxkube/operators';
import { type Collection, type KubeObject, type Resource, invalidArgument } from '@rxkube/protocol';
import { type Observable, defer } from 'rxjs';

import { withDefaultTransport } from './default-transport.js';

/** Options of {@link watch}. @since 0.1.0 */
export interface WatchSnapshotsOptions<T extends KubeObject, U = T> extends SnapshotsOptions<T, U> {
  /**
   * The transport to the server. By default all watches share one, to the cluster that `kubectl` would use: the
   * current context of `KUBECONFIG` or `~/.kube/config`, else the cluster around the program.
   */
  readonly transport?: Transport | undefined;
}

/**
 * A live copy of a collection, from the cluster that `kubectl` would use.
 *
 * - It is `snapshots` with a transport of its own; see there for a diagram.
 * - Each snapshot is a complete, immutable set. During an outage the last good one stays, and `phase` says so.
 * - Errors if the request is wrong or no cluster is configured. Later failures are in `snapshot.error`.
 * - Never completes. Unsubscribing closes the connection, and the process can end.
 *
 * @see snapshots for the same over any transport.
 * @since 0.1.0
 */
export function watch<T extends KubeObject, U = T>(
  request: Collection<T> | Resource<T>,
  options: WatchSnapshotsOptions<T, U> = {},
): Observable<CacheSnapshot<U>> {
  return defer(() => {
    const given: unknown = options;
    if (typeof given !== 'object' || given === null) {
      throw invalidArgument('options', 'is no object; pass options as { name: value }, or nothing');
    }
    const { transport } = options;

    return transport === undefined
      ? withDefaultTransport((acquired) => snapshots<T, U>(acquired, request, options))
      : snapshots<T, U>(transport, request, options);
  });
}
