import { type Transport } from '@rxkube/operators';
import { type NodeTransport, nodeTransport } from '@rxkube/undici';
import { type Observable, defer, finalize } from 'rxjs';

/** The transport to the current context, while a watch uses it. */
let shared: { readonly transport: NodeTransport; users: number } | undefined;

/**
 * Acquires the shared transport to the cluster that `kubectl` would use. All watches share its connections and its
 * limit on lists. The first watch creates it, and the last one closes it.
 */
export function withDefaultTransport<R>(
  use: (transport: Transport) => Observable<R>,
): Observable<R> {
  return defer(() => {
    const acquired = (shared ??= { transport: nodeTransport(), users: 0 });
    acquired.users++;

    return use(acquired.transport).pipe(
      finalize(() => {
        if (--acquired.users > 0) return;
        if (shared === acquired) shared = undefined;
        void acquired.transport.close();
      }),
    );
  });
}
