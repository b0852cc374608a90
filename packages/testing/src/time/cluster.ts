import { type ApiServer, type ApiServerOptions, createApiServer } from '@rxkube/apiserver';
import { type Transport } from '@rxkube/operators';
import { type ApiRequest } from '@rxkube/protocol';

import { type Exchange, send } from '../transport/exchange.js';
import { type VirtualTime, onVirtualTime } from './on-virtual-time.js';

/** An API server and the clock that it shares with the test. @since 0.1.0 */
export interface Cluster {
  /** Write to its store, cause its faults, or make it forget its history. */
  readonly server: ApiServer;
  /** Sends requests to the server. */
  readonly transport: Transport;
  readonly time: VirtualTime;
  /** Sends one raw request, a GET unless `fields` say otherwise, and records the response. */
  readonly ask: (
    path: string,
    query?: Readonly<Record<string, string>>,
    fields?: Partial<ApiRequest>,
  ) => Exchange;
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
 * - The server is a real one: it sends the responses that it would send over HTTP.
 * - It has no jitter unless you pass `random`.
 *
 * @param options of the server. It runs on the clock of the test unless you pass a `scheduler`.
 * @returns what the test returns.
 * @since 0.1.0
 */
export function cluster<R>(test: (cluster: Cluster) => R, options: ApiServerOptions = {}): R {
  return onVirtualTime((time) => {
    const server = createApiServer({ random: () => 0, ...options });
    const transport = server.transport();

    return test({
      server,
      transport,
      time,
      ask: (path, query = {}, fields = {}) => send(transport, { path, query, ...fields }),
    });
  });
}
