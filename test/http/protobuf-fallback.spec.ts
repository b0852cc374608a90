import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { type ListThenWatchOptions, encodedBytes, snapshots } from '@rxkube/operators';
import { protobuf, undecoded } from '@rxkube/protobuf';
import { pods } from '@rxkube/protocol';
import { type NodeTransport, nodeTransport } from '@rxkube/undici';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const request = { resource: undecoded(pods), namespace: 'shop' };
let server: ApiServer;
let transport: NodeTransport;

beforeEach(async () => {
  server = createApiServer();
  const { url } = await server.listen();
  transport = nodeTransport({ server: url });
  server.store.create(pods, { metadata: { namespace: 'shop', name: 'web-0' } });
});

afterEach(async () => {
  await transport.close();
  await server.close();
});

describe('a server that supports only JSON', () => {
  it.each<ListThenWatchOptions>([
    {},
    { decoding: 'deferred' },
    { strategy: 'stream' },
    { metadataOnly: true },
  ])('is followed in JSON by a client that prefers protobuf, with %o', async (options) => {
    const all = snapshots(transport, request, { ...options, format: protobuf() });
    const changed = firstValueFrom(all.pipe(filter(({ size }) => size === 2)));
    const listed = await firstValueFrom(all.pipe(filter(({ size }) => size === 1)));
    server.store.create(pods, { metadata: { namespace: 'shop', name: 'web-1' } });
    const last = await changed;

    expect([...listed.keys()]).toEqual(['shop/web-0']);
    expect([...last.keys()]).toEqual(['shop/web-0', 'shop/web-1']);
    expect(last.get('shop/web-1')).toMatchObject({
      kind: options.metadataOnly === true ? 'PartialObjectMetadata' : 'Pod',
    });
    expect(last.get('shop/web-1')?.[encodedBytes]).toBeUndefined();
  });
});
