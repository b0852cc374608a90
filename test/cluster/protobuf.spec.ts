import { isDeepStrictEqual } from 'node:util';

import { type Transport, encodedBytes } from '@rxkube/operators';
import { protobuf, undecoded } from '@rxkube/protobuf';
import {
  type KubeObject,
  type Resource,
  configMaps,
  isExpired,
  isForbidden,
  isWatch,
  objectKey,
  pods,
  resource,
  secrets,
} from '@rxkube/protocol';
import { tap } from 'rxjs';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import { message, objectMeta, unknown } from '../support/protobuf.js';
import { type Draft } from './support/api.js';
import { clusterAt } from './support/cluster.js';
import { startControlPlane } from './support/control-plane.js';
import { configMap, definition, pod, secret } from './support/drafts.js';
import { administrator, binary, isOurs, sharedCluster, tokens } from './support/given.js';
import { type Asker } from './support/held-request.js';
import { type Observed, observe } from './support/observed.js';
import { postBytes } from './support/post-bytes.js';
import { within } from './support/within.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const STREAM = `${PROTOBUF};stream=watch`;
const cluster = sharedCluster();
const { api } = cluster;
const format = protobuf();

afterAll(() => cluster.close());

/** A transport that records the content types of its responses. */
function typed(transport: Transport): { readonly transport: Transport; readonly types: string[] } {
  const types: string[] = [];

  return {
    types,
    transport: (request) =>
      transport(request).pipe(
        tap(({ headers }) => {
          types.push(headers.get('content-type') ?? '');
        }),
      ),
  };
}

/** Waits until the pipe shows the metadata that a list in JSON shows. */
async function agree<T extends KubeObject>(seen: Observed<T>, path: string): Promise<void> {
  const { items } = await api.list(path);
  const truth = new Map(items.map((object) => [objectKey(object), object.metadata]));
  await seen.until(`the metadata of ${path} is that of JSON`, () => {
    const set = seen.set();

    return (
      set?.size === truth.size &&
      [...set.entries()].every(([key, { metadata }]) => isDeepStrictEqual(metadata, truth.get(key)))
    );
  });
}

/** Something of everything that metadata can have. */
function adorned(draft: Draft): Draft {
  const metadata = {
    ...draft.metadata,
    labels: { app: 'web', 'example.com/empty': '' },
    annotations: { 'example.com/note': 'größer "als" 😀\n' },
    finalizers: ['example.com/hold'],
    ownerReferences: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'owner',
        uid: '6f1c1c1e-1111-4222-8333-444455556666',
        controller: true,
        blockOwnerDeletion: false,
      },
    ],
  };

  return { ...draft, metadata };
}

/** Follows a collection from a list in pages on, through all that can happen to an object. */
async function follows(
  whole: Resource<KubeObject>,
  draft: (name: string) => Draft,
  decoding: 'eager' | 'deferred',
): Promise<void> {
  const namespace = await cluster.namespace(`protobuf-${whole.plural}`);
  const path = `/api/v1/namespaces/${namespace}/${whole.plural}`;
  const names = Array.from({ length: 25 }, (_, index) => `object-${String(index)}`);
  await Promise.all(names.map((name) => api.create(path, adorned(draft(name)))));
  const { transport, types } = typed(cluster.transport());
  const seen = observe(
    transport,
    { resource: undecoded(whole), namespace },
    { format, decoding, pageSize: 10 },
  );
  await seen.opened();
  await agree(seen, path);

  await api.create(path, draft('later'));
  await api.patch(`${path}/object-7`, { metadata: { labels: { x: '1' } } });
  // Its finalizer keeps it, so that it has a time of deletion.
  await api.remove(`${path}/object-9`);
  await api.remove(`${path}/later`);
  await agree(seen, path);

  expect(types).toEqual([PROTOBUF, PROTOBUF, PROTOBUF, STREAM]);
  expect(seen.failures()).toEqual([]);
  expect(seen.set()?.get(`${namespace}/object-9`)?.metadata).toMatchObject({
    deletionTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u),
    deletionGracePeriodSeconds: expect.any(Number),
  });
  expect(seen.set()?.get(`${namespace}/object-7`)).toMatchObject({
    apiVersion: 'v1',
    kind: whole.kind,
    [encodedBytes]: expect.any(Uint8Array),
  });
  await Promise.all(
    names.map((name) => api.patch(`${path}/${name}`, { metadata: { finalizers: null } })),
  );
}

describe.each(['eager', 'deferred'] as const)('protobuf, %s', (decoding) => {
  it('shows the metadata of secrets as JSON does', async () => {
    await follows(secrets, secret, decoding);
  });

  it('shows that of a resource without a watch cache', async () => {
    await follows(configMaps, configMap, decoding);
  });

  it('shows that of pods', async () => {
    await follows(pods, pod, decoding);
  });

  it('lists by a stream', async () => {
    const namespace = await cluster.namespace('protobuf-stream');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    await api.create(path, adorned(secret('a')));
    const { transport, types } = typed(cluster.transport());
    const collection = { resource: undecoded(secrets), namespace };
    const seen = observe(transport, collection, { format, decoding, strategy: 'stream' });
    await agree(seen, path);
    await api.create(path, secret('b'));
    await agree(seen, path);

    expect(types).toEqual([STREAM]);
    expect(seen.failures()).toEqual([]);
    await api.patch(`${path}/a`, { metadata: { finalizers: null } });
  });

  it('is narrowed to metadata by the server', async () => {
    const namespace = await cluster.namespace('protobuf-metadata');
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    await api.create(path, secret('a'));
    const { transport, types } = typed(cluster.transport());
    const collection = { resource: secrets, namespace, metadataOnly: true };
    const seen = observe(transport, collection, { format, decoding });
    await seen.opened();
    await agree(seen, path);
    await api.create(path, secret('b'));
    await agree(seen, path);

    expect(types).toEqual([PROTOBUF, STREAM]);
    expect([...(seen.set()?.values() ?? [])]).toMatchObject(
      ['a', 'b'].map((name) => ({
        apiVersion: 'meta.k8s.io/v1',
        kind: 'PartialObjectMetadata',
        metadata: { name },
      })),
    );
  });

  it.runIf(isOurs)('sees an expired position inside the watch', async () => {
    const plane = await startControlPlane(binary(), {});
    const own = clusterAt(administrator(plane.access));
    onTestFinished(async () => {
      await own.close();
      await plane.close();
    });
    const namespace = await own.namespace('protobuf-expired');
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await own.api.create(path, configMap('a'));
    await plane.etcd.compact((await own.api.list(path)).metadata.resourceVersion);
    const { transport, types } = typed(own.transport());
    let isFirst = true;
    // The first watch begins at a compacted version.
    const late: Transport = (request) => {
      if (!isWatch(request) || !isFirst) return transport(request);
      isFirst = false;

      return transport({ ...request, query: { ...request.query, resourceVersion: '1' } });
    };
    const collection = { resource: undecoded(configMaps), namespace };
    const seen = observe(late, collection, { format, decoding });
    await seen.until('a second watch is open', () => types.length === 4);

    expect(types).toEqual([PROTOBUF, STREAM, PROTOBUF, STREAM]);
    expect(seen.failures()).toMatchObject([{ _tag: 'StatusError', code: 410, reason: 'Expired' }]);
    expect(isExpired(seen.failures()[0])).toBe(true);
  });

  it('sees a refusal', async () => {
    const collection = { resource: undecoded(secrets) };
    const transport = cluster.transport({ token: isOurs ? tokens().reader : 'nobody' });
    const seen = observe(transport, collection, { format, decoding });
    await seen.until('it is refused', () => seen.failures().length > 0);
    const [error] = seen.failures();

    expect(error).toMatchObject({ _tag: 'StatusError', code: isOurs ? 403 : 401 });
    expect(isForbidden(error)).toBe(isOurs);
    expect(error).toHaveProperty('serverMessage', expect.not.stringMatching(/^$/u));
  });
});

describe('protobuf', () => {
  it.runIf(isOurs)('shows a text that is not UTF-8 as JSON does', async () => {
    const namespace = await cluster.namespace('protobuf-utf-8');
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const note = message([1, 'example.com/note'], [2, Uint8Array.of(0x61, 0xff, 0x62)]);
    const raw = message([1, Buffer.concat([objectMeta({ name: 'odd' }), message([12, note])])]);
    const body = unknown({ apiVersion: 'v1', kind: 'ConfigMap' }, raw);

    expect(await postBytes(cluster.access as Asker, path, PROTOBUF, body)).toBe(201);
    const seen = observe(
      cluster.transport(),
      { resource: undecoded(configMaps), namespace },
      { format },
    );
    await agree(seen, path);
    expect(seen.set()?.get(`${namespace}/odd`)?.metadata.annotations).toEqual({
      'example.com/note': 'a\ufffdb',
    });
  });

  it.runIf(isOurs)('gives way to JSON for a custom resource', async () => {
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const gears = resource({
      group: 'shop.example.com',
      version: 'v1',
      plural: 'gears',
      kind: 'Gear',
      namespaced: true,
    });
    const namespace = await cluster.namespace('protobuf-custom');
    const path = `/apis/shop.example.com/v1/namespaces/${namespace}/gears`;
    const gear = (name: string): Draft => ({
      apiVersion: 'shop.example.com/v1',
      kind: 'Gear',
      metadata: { name },
      spec: { size: 1 },
    });
    await api.create(definitions, definition('gears', 'gear', 'Gear'));
    await within(60_000, `${path} is served`, async () =>
      (await api.ask(path)).status === 200 ? true : undefined,
    );
    await api.create(path, gear('a'));
    const { transport, types } = typed(cluster.transport());
    const seen = observe(transport, { resource: gears, namespace }, { format });
    await seen.opened();
    await api.create(path, gear('b'));
    await cluster.agree(seen, path);

    expect(types).toEqual(['application/json', 'application/json']);
    expect(seen.set()?.get(`${namespace}/b`)).toMatchObject({ spec: { size: 1 } });
    await api.remove(`${definitions}/gears.shop.example.com`);
  });
});
