/**
 * A controller against a whole API server, in the process of the test: no cluster, no mocks of requests, and the
 * accidents of a real network on demand.
 *
 *   npm run test-a-controller       (in this folder, after `npm run build` in the one above)
 */
import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { type NodeTransport, configMaps, nodeTransport } from 'rxkube';
import { type Subscription } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { OURS, publishWebsites } from './publish-websites.js';
import { websites } from './websites.js';

const namespace = 'shop';
const name = 'home';

describe('publishWebsites', () => {
  let server: ApiServer;
  let transport: NodeTransport;
  let controller: Subscription;
  let written: string[];

  beforeEach(async () => {
    server = createApiServer({ resources: [websites] });
    // Any client will do here: what is tested speaks HTTP.
    const { url } = await server.listen();
    transport = nodeTransport({ server: url });
    written = [];
    controller = publishWebsites(transport, 10).subscribe((write) => written.push(write));
  });

  afterEach(async () => {
    controller.unsubscribe();
    await transport.close();
    await server.close();
  });

  const publish = (index: string): unknown =>
    server.store.create(websites, { metadata: { namespace, name }, spec: { pages: { index } } });
  const published = async (pages: object | undefined): Promise<void> => {
    await expect
      .poll(() => server.store.get(configMaps, { namespace, name })?.data, { timeout: 10_000 })
      .toEqual(pages);
  };

  it('makes a ConfigMap for a Website', async () => {
    publish('hello');
    await published({ index: 'hello' });

    expect(server.store.get(configMaps, { namespace, name })?.metadata.labels).toEqual(OURS);
    // The server has it before the controller has the response.
    await expect
      .poll(() => written, { timeout: 10_000 })
      .toEqual(['POST /api/v1/namespaces/shop/configmaps']);
  });

  it('follows its changes', async () => {
    publish('hello');
    await published({ index: 'hello' });
    server.store.patch(websites, { namespace, name }, { spec: { pages: { index: null, a: 'b' } } });

    await published({ a: 'b' });
  });

  it('cleans up behind it, and leaves alone what is not its own', async () => {
    server.store.create(configMaps, { metadata: { namespace, name: 'other' } });
    publish('hello');
    await published({ index: 'hello' });
    server.store.delete(websites, { namespace, name });
    await published(undefined);

    expect(server.store.list(configMaps).map(({ metadata }) => metadata.name)).toEqual(['other']);
  });

  it('repairs the changes of another client', async () => {
    publish('hello');
    await published({ index: 'hello' });
    server.store.patch(configMaps, { namespace, name }, { data: { index: 'spam' } });
    await published({ index: 'hello' });
    server.store.delete(configMaps, { namespace, name });

    await published({ index: 'hello' });
  });

  it('starts over where the server refuses a write', async () => {
    server.faults.next({
      when: ({ method }) => method === 'POST',
      times: 2,
      answer: { status: 503 },
    });
    publish('hello');

    await published({ index: 'hello' });
  });

  it('misses nothing that happens while it is cut off, and whose history is then forgotten', async () => {
    publish('hello');
    await published({ index: 'hello' });
    server.faults.cutWatches();
    server.store.delete(websites, { namespace, name });
    publish('hello again');
    server.trimHistory();

    await published({ index: 'hello again' });
  });

  it('gets through a restart of the server', async () => {
    publish('hello');
    await published({ index: 'hello' });
    server.restart();
    server.store.delete(websites, { namespace, name });

    await published(undefined);
  });
});
