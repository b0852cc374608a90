import { type ApiServer, type ApiServerOptions, createApiServer } from '@rxkube/apiserver';
import { type Transport } from '@rxkube/operators';

import { type VirtualTime, onVirtualTime } from './on-virtual-time.js';

/** An API server and the clock that it shares with the test. @since 0.1.0 */
export interface Cluster {
  /** Its store can be written, its faults asked for, its history forgotten. */
  readonly server: ApiServer;
  /** The way to it. */
  readonly transport: Transport;
  readonly time: VirtualTime;
}

/**
 * Runs a test against an API server on virtual time.
 *
 * ```ts
 * cluster(({ server, transport, time }) => {
 *   const seen = time.record(snapshots(transport, pods), 3_600_000);
 *   time.at(1_000, () => server.store.create(pods, { metadata: { name: 'a' } }));
 *   time.at(2_000, () => server.faults.cutWatches());
 *   time.run();
 *   expect(seen.values.at(-1)?.value.has('default/a')).toBe(true);
 * });
 * ```
 *
 * - The server is a real one: what it answers is what it would answer over HTTP.
 *
 * @param options of the server; its time is the test's unless another scheduler is given.
 * @returns what the test returns.
 * @since 0.1.0
 */
export function cluster<R>(test: (cluster: Cluster) => R, options: ApiServerOptions = {}): R {
  return onVirtualTime((time) => {
    const server = createApiServer(options);

    return test({ server, transport: server.transport(), time });
  });
}
