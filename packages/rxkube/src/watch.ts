import {
  type CacheSnapshot,
  type SnapshotsOptions,
  type Transport,
  snapshots,
} from '@rxkube/operators';
import { type Collection, type KubeObject, type Resource, invalidArgument } from '@rxkube/protocol';
import { type Observable, defer } from 'rxjs';

import { withDefaultTransport } from './default-transport.js';

/** Everything that {@link watch} can be told. @since 0.1.0 */
export interface WatchSnapshotsOptions<T extends KubeObject, U = T> extends SnapshotsOptions<T, U> {
  /**
   * The way to the server. Default: one that all watches share, to the cluster that `kubectl` would talk to: the
   * current context of `KUBECONFIG` or `~/.kube/config`, else the cluster that the program runs in.
   */
  readonly transport?: Transport | undefined;
}

/**
 * A live copy of a collection, from the cluster that `kubectl` would talk to.
 *
 * ```text
 * cluster   list 200 … watch 200 … ADDED … reset … watch 200 …
 * result    e----f-----------------g-------h-------k----------   e = listing, f g = live, h = interrupted, k = live
 * ```
 *
 * - Each snapshot is a whole, immutable set. During an outage the last good one stays, and says so in `phase`.
 * - Errors where the request is wrong or there is no cluster to talk to; trouble on the way is `snapshot.error`.
 * - Never completes. Unsubscribing closes the connection; the process can end then.
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
      ? withDefaultTransport((lent) => snapshots<T, U>(lent, request, options))
      : snapshots<T, U>(transport, request, options);
  });
}
