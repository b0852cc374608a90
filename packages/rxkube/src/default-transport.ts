import { type Transport } from '@rxkube/operators';
import { type NodeTransport, defaultClusterDigest, nodeTransport } from '@rxkube/undici';
import { type Observable, defer, finalize } from 'rxjs';

interface SharedTransport {
  readonly transport: NodeTransport;
  users: number;
}

/** The transports in use, by the digest of the kubeconfig that they were made from. */
const shared = new Map<string, SharedTransport>();

/**
 * Uses one transport to the cluster that `kubectl` would use. All watches share its connections and its limit on lists.
 *
 * It is made for the first watch and closed after the last one. If the kubeconfig has changed, a new watch gets a
 * transport of the new one, and watches that are open stay where they are.
 */
export function withDefaultTransport<R>(
  use: (transport: Transport) => Observable<R>,
): Observable<R> {
  return defer(() => {
    const digest = defaultClusterDigest();
    const acquired = shared.get(digest) ?? { transport: nodeTransport(), users: 0 };
    shared.set(digest, acquired);
    acquired.users++;

    return use(acquired.transport).pipe(
      finalize(() => {
        if (--acquired.users > 0) return;
        shared.delete(digest);
        void acquired.transport.close();
      }),
    );
  });
}
