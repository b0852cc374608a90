import { type KubeObject, isNotFound, resource } from '@rxkube/protocol';
import { afterAll, describe, expect, it } from 'vitest';

import { definition } from './support/drafts.js';
import { isOurs, sharedCluster } from './support/given.js';
import { observe } from './support/observed.js';
import { within } from './support/within.js';

const cluster = sharedCluster();
const { api, agree } = cluster;

afterAll(() => cluster.close());

interface Widget extends KubeObject {
  readonly spec: { readonly size: number };
}

const widgets = resource<Widget>({
  group: 'shop.example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

async function define(): Promise<void> {
  await api.create(definitions, definition('widgets', 'widget', 'Widget'));
}

async function served(path: string, status: number): Promise<void> {
  await within(60_000, `${path} answers ${String(status)}`, async () =>
    (await api.ask(path)).status === status ? true : undefined,
  );
}

// A definition belongs to the whole cluster.
describe.runIf(isOurs)('a custom resource', () => {
  it('is followed while its definition is made, deleted and made again', async () => {
    const namespace = await cluster.namespace('custom');
    const path = `/apis/shop.example.com/v1/namespaces/${namespace}/widgets`;
    const key = `${namespace}/w`;
    const widget = (size: number) => ({
      apiVersion: 'shop.example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w' },
      spec: { size },
    });
    const seen = observe(
      cluster.transport(),
      { resource: widgets, namespace },
      { backOff: () => 300 },
    );
    await seen.until('the resource is missed', () => isNotFound(seen.snapshots.at(-1)?.error));
    expect(seen.set()).toBeUndefined();

    await define();
    await served(path, 200);
    await api.create(path, widget(1));
    await api.patch(`${path}/w`, { spec: { size: 2 } });
    await agree(seen, path);
    const before = seen.set()?.get(key);
    expect(before).toMatchObject({ apiVersion: 'shop.example.com/v1', spec: { size: 2 } });

    await api.remove(`${definitions}/widgets.shop.example.com`);
    await served(path, 404);
    await seen.until('the resource is missed again', () =>
      isNotFound(seen.snapshots.at(-1)?.error),
    );
    expect(seen.set()?.phase).toBe('interrupted');

    await within(60_000, 'the definition is gone', async () =>
      (await api.ask(`${definitions}/widgets.shop.example.com`)).status === 404 ? true : undefined,
    );
    await define();
    await served(path, 200);
    await api.create(path, widget(3));
    await agree(seen, path);

    const after = seen.set()?.get(key);
    expect(after?.spec.size).toBe(3);
    expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
    expect(seen.changes().filter((change) => change !== 'Updated w')).toEqual([
      'Added w',
      'Deleted w',
      'Added w',
    ]);
  });
});
