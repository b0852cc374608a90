import { configMaps, isKubeError, namespaces, nodes, pods } from '@rxkube/protocol';
import { VirtualTimeScheduler, mergeMap } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type ApiServer, type ApiServerOptions, createApiServer } from '../index.js';

function started(options: ApiServerOptions = {}): {
  readonly server: ApiServer;
  readonly store: ApiServer['store'];
  readonly clock: VirtualTimeScheduler;
} {
  const clock = new VirtualTimeScheduler();
  const server = createApiServer({ scheduler: clock, random: () => 0, ...options });

  return { server, store: server.store, clock };
}

function refusal(write: () => unknown): unknown {
  try {
    write();
  } catch (error) {
    if (isKubeError(error) && error._tag === 'StatusError') {
      return [error.code, error.serverMessage];
    }
    throw error;
  }

  return 'no refusal';
}

const inShop = { name: 'a', namespace: 'shop' };

describe('namespaces', () => {
  it('are there from the beginning, before the first write', () => {
    const { store } = started();

    expect(store.list(namespaces).map(({ metadata }) => metadata.name)).toEqual([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ]);
    expect(store.resourceVersion).toBe('1');
    expect(new Set(store.list(namespaces).map(({ metadata }) => metadata.uid)).size).toBe(4);
  });

  it('are completed, and keep that', () => {
    const { store } = started();
    const complete = {
      metadata: { labels: { a: 'b', 'kubernetes.io/metadata.name': 'shop' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    };
    store.create(namespaces, { metadata: { name: 'shop', labels: { a: 'b' } } });

    expect(store.get(namespaces, { name: 'shop' })).toMatchObject(complete);
  });

  it('need not be there, unless that is required', () => {
    const { store } = started({ namespaces: 'required' });

    expect(started().store.create(configMaps, { metadata: inShop }).metadata).toMatchObject(inShop);
    expect(refusal(() => store.create(configMaps, { metadata: inShop }))).toEqual([
      404,
      'namespaces "shop" not found',
    ]);
    store.create(namespaces, { metadata: { name: 'shop' } });
    expect(store.create(configMaps, { metadata: inShop }).metadata).toMatchObject(inShop);
    expect(store.create(configMaps, { metadata: { name: 'a' } }).metadata.namespace).toBe(
      'default',
    );
    expect(store.create(nodes, { metadata: { name: 'a' } }).metadata.name).toBe('a');
  });

  it('take their content with them', () => {
    const { server, store, clock } = started();
    store.create(namespaces, { metadata: { name: 'shop' } });
    store.create(configMaps, { metadata: inShop });
    store.create(pods, { metadata: inShop, spec: { nodeName: 'n', containers: [] } });
    store.create(configMaps, { metadata: { name: 'a' } });
    const events: string[] = [];
    for (const path of ['/api/v1/namespaces', '/api/v1/namespaces/shop/pods']) {
      const query = { watch: 'true', resourceVersion: store.resourceVersion };
      server
        .transport()({ method: 'GET', path, query, headers: {} })
        .pipe(mergeMap(({ body }) => body))
        .subscribe((bytes) => {
          const { type, object } = JSON.parse(new TextDecoder().decode(bytes)) as {
            readonly type: string;
            readonly object: { readonly kind: string; readonly status?: { phase?: string } };
          };
          events.push([type, object.kind, object.status?.phase ?? ''].join(' ').trim());
        });
    }
    clock.schedule(() => {
      const gone = store.delete(namespaces, { name: 'shop' });
      expect(gone).toMatchObject({
        metadata: { deletionTimestamp: '1970-01-01T00:00:00Z' },
        status: { phase: 'Terminating' },
      });
    }, 1);
    clock.maxFrames = 2;
    clock.flush();

    expect(events).toEqual([
      'MODIFIED Namespace Terminating',
      'DELETED Pod',
      'DELETED Namespace Terminating',
    ]);
    expect(store.get(namespaces, { name: 'shop' })).toBeUndefined();
    expect(store.list(configMaps).map(({ metadata }) => metadata.namespace)).toEqual(['default']);
  });

  it('stay while a finalizer keeps something in them, and take in nothing new', () => {
    const { store } = started();
    store.create(namespaces, { metadata: { name: 'shop' } });
    store.create(configMaps, { metadata: { ...inShop, finalizers: ['example.com/a'] } });
    store.delete(namespaces, { name: 'shop' });
    const waiting = store.resourceVersion;

    expect(refusal(() => store.create(configMaps, { metadata: { ...inShop, name: 'b' } }))).toEqual(
      [
        403,
        'configmaps "b" is forbidden: unable to create new content in namespace shop because it is being terminated',
      ],
    );
    store.delete(namespaces, { name: 'shop' });
    expect(store.resourceVersion).toBe(waiting);
    expect(store.get(namespaces, { name: 'shop' })).toBeDefined();
    store.patch(configMaps, inShop, { metadata: { finalizers: null } });
    expect(store.get(namespaces, { name: 'shop' })).toBeUndefined();
  });

  it('stay while a finalizer keeps themselves', () => {
    const { store } = started();
    store.create(namespaces, { metadata: { name: 'shop', finalizers: ['example.com/a'] } });
    store.delete(namespaces, { name: 'shop' });

    expect(store.get(namespaces, { name: 'shop' })).toMatchObject({ spec: {} });
    store.patch(namespaces, { name: 'shop' }, { metadata: { finalizers: null } });
    expect(store.get(namespaces, { name: 'shop' })).toBeUndefined();
  });

  it.each(['default', 'kube-public', 'kube-system'])('are not deleted: %s', (name) => {
    const { store } = started();

    expect(refusal(() => store.delete(namespaces, { name }))).toEqual([
      403,
      `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    ]);
  });
});
