import { type Transport } from '@rxkube/operators';
import { type Secret, isWatch, listRequest, secrets, watchRequest } from '@rxkube/protocol';
import { catchError, endWith, firstValueFrom, forkJoin, ignoreElements, of, switchMap } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { type Cluster, clusterAt } from './support/cluster.js';
import { type ControlPlane, startControlPlane } from './support/control-plane.js';
import { type CuttableProxy, cuttableProxy } from './support/cuttable-proxy.js';
import { secret } from './support/drafts.js';
import { administrator, binary, isOurs } from './support/given.js';
import { type Observed, observe } from './support/observed.js';

/** How many requests the server takes on a connection. */
const STREAMS = 10;
/** So many that the server has left some of their connections, but once in a hundred million runs. */
const LISTS = 1_000;
let plane: ControlPlane;
let cluster: Cluster;

/** A place of its own, and a way to it that counts connections. */
async function wayTo(purpose: string): Promise<{
  readonly namespace: string;
  readonly path: string;
  readonly proxy: CuttableProxy;
  readonly transport: Transport;
}> {
  const namespace = await cluster.namespace(purpose);
  const proxy = await cuttableProxy(cluster.access);
  onTestFinished(() => proxy.close());
  const transport = cluster.transport({ ...proxy.address, http2: true });

  return { namespace, path: `/api/v1/namespaces/${namespace}/secrets`, proxy, transport };
}

/** A watch that outlives its test. */
function watchOf(transport: Transport, namespace: string): Observed<Secret> {
  return observe(transport, { resource: secrets, namespace }, { lifetime: () => 240 });
}

describe.runIf(isOurs)('HTTP/2 to a kube-apiserver', () => {
  beforeAll(async () => {
    plane = await startControlPlane(binary(), {
      flags: [
        `--http2-max-streams-per-connection=${String(STREAMS)}`,
        // The highest chance that it takes.
        '--goaway-chance=0.02',
      ],
    });
    cluster = clusterAt(administrator(plane.access));
  });

  afterAll(async () => {
    await cluster.close();
    await plane.close();
  });

  it('opens further connections for more watches than one takes, and all see the same', async () => {
    const { namespace, path, proxy, transport } = await wayTo('streams');
    const all = Array.from({ length: 3 * STREAMS }, () => watchOf(transport, namespace));
    for (const seen of all) await seen.opened();
    await cluster.api.create(path, secret('a'));
    for (const seen of all) {
      await cluster.agree(seen, path);
      expect(seen.failures()).toEqual([]);
      expect(seen.changes()).toEqual(['Added a']);
    }

    // One for the lists, and three for the watches, where the server sends none away.
    expect(proxy.connections()).toBeGreaterThanOrEqual(4);
    expect(proxy.connections()).toBeLessThan(3 * STREAMS);
  });

  it('keeps the watches of a connection that the server sends away', async () => {
    const { namespace, path, proxy, transport } = await wayTo('goaway');
    // Lists are asked for elsewhere, so that all connections are those of watches.
    const lists = cluster.transport();
    const split: Transport = (request) => (isWatch(request) ? transport : lists)(request);
    const all = Array.from({ length: STREAMS / 2 }, () => watchOf(split, namespace));
    for (const seen of all) await seen.opened();
    // A second connection for so few shows that the server has sent the first one away.
    const resourceVersion = all[0]?.set()?.resourceVersion;
    if (resourceVersion === undefined) throw new Error('there is no set');
    const probe = watchRequest(
      { resource: secrets, namespace },
      { resourceVersion, timeoutSeconds: 60 },
    );
    while (proxy.connections() === 1) await firstValueFrom(transport(probe));
    await cluster.api.create(path, secret('a'));
    for (const seen of all) {
      await cluster.agree(seen, path);
      expect(seen.failures()).toEqual([]);
      expect(seen.watches()).toBe(1);
    }

    expect(proxy.connections()).toBeGreaterThan(1);
  });

  it('answers every list, however often the server leaves', async () => {
    const { namespace, proxy, transport } = await wayTo('lists');
    const request = listRequest({ resource: secrets, namespace }, { at: 'latest', limit: 0 });
    const answers = await firstValueFrom(
      forkJoin(
        Array.from({ length: LISTS }, () =>
          transport(request).pipe(
            switchMap(({ status, body }) =>
              body.pipe(
                ignoreElements(),
                endWith(status),
                catchError((error: unknown) => of(error)),
              ),
            ),
            catchError((error: unknown) => of(error)),
          ),
        ),
      ),
    );

    expect(answers.filter((answer) => answer !== 200)).toEqual([]);
    expect(proxy.connections()).toBeGreaterThan(1);
  });

  it('loses nothing over a cut of all connections', async () => {
    const { namespace, path, proxy, transport } = await wayTo('cut');
    const all = Array.from({ length: 2 * STREAMS }, () => watchOf(transport, namespace));
    for (const seen of all) await seen.opened();
    proxy.cut();
    for (const seen of all) await seen.until('it is cut', () => seen.failures().length > 0);
    await cluster.api.create(path, secret('a'));
    proxy.mend();
    for (const seen of all) {
      await cluster.agree(seen, path);
      expect(seen.changes()).toEqual(['Added a']);
      expect(seen.lists()).toBe(1);
    }
  });
});
