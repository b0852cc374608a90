import { type Transport } from '@rxkube/operators';
import { type NodeTransport, nodeTransport } from '@rxkube/undici';
import { type Observable, defer, finalize } from 'rxjs';

/** The transport to the current context, while somebody uses it. */
let shared: { readonly transport: NodeTransport; users: number } | undefined;

/**
 * Lends out one transport to the cluster that `kubectl` would talk to. All watches share its connections and its
 * limit on lists; it is made for the first of them, and closed behind the last.
 */
export function withDefaultTransport<R>(
  use: (transport: Transport) => Observable<R>,
): Observable<R> {
  return defer(() => {
    const lent = (shared ??= { transport: nodeTransport(), users: 0 });
    lent.users++;

    return use(lent.transport).pipe(
      finalize(() => {
        if (--lent.users > 0) return;
        if (shared === lent) shared = undefined;
        void lent.transport.close();
      }),
    );
  });
}
