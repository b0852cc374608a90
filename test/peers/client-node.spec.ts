import {
  ApiextensionsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  PatchStrategy,
  VersionApi,
  Watch,
  setHeaderOptions,
} from '@kubernetes/client-node';
import { pods } from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type BoxedServer, boxedServer } from './support/boxed-server.js';
import { clientNode, configOf } from './support/client-node.js';
import { followsTheStore } from './support/follows-the-store.js';

const place = { group: 'shop.example.com', version: 'v1', namespace: 'default', plural: 'widgets' };

describe('the informer of @kubernetes/client-node', () => {
  followsTheStore(clientNode);
});

describe('@kubernetes/client-node', () => {
  let box: BoxedServer;

  beforeEach(async () => {
    box = await boxedServer();
  });

  afterEach(() => box.server.close());

  it('reads the version', async () => {
    const { major } = await configOf(box.url).makeApiClient(VersionApi).getCode();

    expect(major).toBe('1');
  });

  it('lists in pages', async () => {
    const api = configOf(box.url).makeApiClient(CoreV1Api);
    for (const name of ['a', 'b', 'c']) box.server.store.create(pods, { metadata: { name } });
    const names: string[] = [];
    let token: string | undefined;
    do {
      const page = await api.listPodForAllNamespaces({
        limit: 2,
        ...(token !== undefined && { _continue: token }),
      });
      names.push(...page.items.map(({ metadata }) => metadata?.name ?? ''));
      token = page.metadata?._continue;
    } while (token !== undefined);

    expect(names).toEqual(['a', 'b', 'c']);
    expect(box.asked).toEqual(['list', 'list']);
  });

  it('creates, reads, replaces, patches and deletes', async () => {
    const api = configOf(box.url).makeApiClient(CoreV1Api);
    const where = { namespace: 'default', name: 'a' };
    const created = await api.createNamespacedConfigMap({
      namespace: 'default',
      body: { metadata: { name: 'a' }, data: { x: '1' } },
    });
    const replaced = await api.replaceNamespacedConfigMap({
      ...where,
      body: { ...created, data: { x: '2' } },
    });
    const patched = await api.patchNamespacedConfigMap(
      { ...where, body: { data: { y: '3' } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    );
    const read = await api.readNamespacedConfigMap(where);
    const stale = api.replaceNamespacedConfigMap({ ...where, body: created });
    await expect(stale).rejects.toMatchObject({ code: 409 });
    const deleted = await api.deleteNamespacedConfigMap(where);

    expect(created.metadata?.creationTimestamp).toBeInstanceOf(Date);
    expect([replaced.data, patched.data]).toEqual([{ x: '2' }, { x: '2', y: '3' }]);
    expect(read).toEqual(patched);
    expect(deleted.status).toBe('Success');
    await expect(api.readNamespacedConfigMap(where)).rejects.toMatchObject({ code: 404 });
  });

  it('uses a custom resource whose definition it creates', async () => {
    const config = configOf(box.url);
    const custom = config.makeApiClient(CustomObjectsApi);
    await config.makeApiClient(ApiextensionsV1Api).createCustomResourceDefinition({
      body: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'widgets.shop.example.com' },
        spec: {
          group: place.group,
          scope: 'Namespaced',
          names: { plural: place.plural, kind: 'Widget' },
          versions: [
            {
              name: place.version,
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object' } },
            },
          ],
        },
      },
    });
    await custom.createNamespacedCustomObject({
      ...place,
      body: { apiVersion: 'shop.example.com/v1', kind: 'Widget', metadata: { name: 'a' } },
    });
    const { items } = (await custom.listNamespacedCustomObject(place)) as {
      readonly items: readonly { readonly kind: string; readonly metadata: { name: string } }[];
    };

    expect(items.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(['Widget a']);
  });

  it('watches, and hears of a forgotten position inside the stream', async () => {
    const watch = new Watch(configOf(box.url));
    const seen: string[] = [];
    const ended = (query: Readonly<Record<string, string>>): Promise<unknown> =>
      new Promise((resolve) => {
        void watch.watch(
          '/api/v1/pods',
          query,
          (type, object: { readonly code?: number; readonly metadata: { name?: string } }) => {
            seen.push(`${type} ${object.metadata.name ?? String(object.code)}`);
          },
          resolve,
        );
      });
    box.server.store.create(pods, { metadata: { name: 'a' } });
    box.server.store.delete(pods, { name: 'a' });
    expect(await ended({ resourceVersion: '1', timeoutSeconds: '1' })).toBeNull();
    box.server.trimHistory();
    expect(await ended({ resourceVersion: '1' })).toBeNull();

    expect(seen).toEqual(['ADDED a', 'DELETED a', 'ERROR 410']);
  });
});
