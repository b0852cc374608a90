import {
  type ConfigMap,
  type KubeObject,
  type Pod,
  StatusError,
  configMaps,
  deployments,
  isKubeError,
  namespaces,
  pods,
  resource,
} from '@rxkube/protocol';
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Store, createApiServer } from './index.js';

function newStore(random?: () => number): Store {
  return createApiServer({ scheduler: new VirtualTimeScheduler(), random }).store;
}

function refusal(write: () => unknown): unknown {
  try {
    write();
  } catch (error) {
    if (isKubeError(error) && error._tag === 'StatusError') {
      return [error.code, error.reason, error.serverMessage];
    }
    throw error;
  }

  return 'no refusal';
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/u;

describe('create', () => {
  it('fills in the fields of the server', () => {
    const store = newStore();
    const created = store.create(deployments, {
      metadata: { name: 'web', namespace: 'shop', labels: { z: '1', a: '2' }, generation: 7 },
    });

    expect(created).toEqual({
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: {
        name: 'web',
        namespace: 'shop',
        uid: expect.stringMatching(UUID) as string,
        resourceVersion: '2',
        generation: 1,
        creationTimestamp: '1970-01-01T00:00:00Z',
        labels: { a: '2', z: '1' },
      },
    });
    expect(store.resourceVersion).toBe('2');
  });

  it('puts an object without a namespace into the default one, unless it is cluster-scoped', () => {
    const store = newStore();

    expect(store.create(pods, { metadata: { name: 'a' } }).metadata.namespace).toBe('default');
    expect(
      store.create(namespaces, { metadata: { name: 'a' } }).metadata.namespace,
    ).toBeUndefined();
  });

  it('generates different names and uids even if chance is constant', () => {
    const store = newStore(() => 0.5);
    const made = [1, 2, 3].map(() => store.create(pods, { metadata: { generateName: 'web-' } }));

    expect(new Set(made.map(({ metadata }) => metadata.name)).size).toBe(3);
    expect(new Set(made.map(({ metadata }) => metadata.uid)).size).toBe(3);
    expect(made[0]?.metadata.name).toMatch(/^web-[a-z0-9]{5}$/u);
  });

  it('gives the same uids for the same seed', () => {
    const uids = [newStore(), newStore()].map(
      (store) => store.create(pods, { metadata: { name: 'a' } }).metadata.uid,
    );

    expect(uids[0]).toBe(uids[1]);
  });

  it.each([
    {
      about: 'a version',
      metadata: { name: 'new', resourceVersion: '1' },
      refused: [500, '', 'resourceVersion should not be set on objects to be created'],
    },
    {
      about: 'a name that is taken',
      metadata: { name: 'taken' },
      refused: [409, 'AlreadyExists', 'pods "taken" already exists'],
    },
    {
      about: 'no name',
      metadata: {},
      refused: [
        422,
        'Invalid',
        'Pod "" is invalid: metadata.name: Required value: name or generateName is required',
      ],
    },
    {
      about: 'a slash in its name',
      metadata: { name: 'a/b' },
      refused: [
        422,
        'Invalid',
        expect.stringMatching(
          /^Pod "a\/b" is invalid: metadata\.name: Invalid value: "a\/b": a lowercase RFC 1123 subdomain/u,
        ),
      ],
    },
  ])('refuses $about, and moves nothing', ({ metadata, refused }) => {
    const store = newStore();
    store.create(pods, { metadata: { name: 'taken' } });

    expect(refusal(() => store.create(pods, { metadata }))).toEqual(refused);
    expect(store.resourceVersion).toBe('2');
  });

  it('copies the object that it gets, and returns frozen ones', () => {
    const store = newStore();
    const given = { metadata: { name: 'a' }, data: { key: 'before' } };
    const created = store.create(configMaps, given);
    given.data.key = 'after';

    expect(store.get(configMaps, { name: 'a' })?.data).toEqual({ key: 'before' });
    expect(() => {
      (created.data as Record<string, string>)['key'] = 'changed';
    }).toThrow(TypeError);
  });
});

describe('update', () => {
  it('moves the version, and counts only changes of the spec', () => {
    const store = newStore();
    store.create(deployments, { metadata: { name: 'web' } });
    const patched = [
      { metadata: { labels: { a: 'b' } } },
      { status: { replicas: 1 } },
      { spec: { replicas: 2 } },
    ].map((patch) => store.patch(deployments, { name: 'web' }, patch).metadata);

    expect(patched.map(({ resourceVersion }) => resourceVersion)).toEqual(['3', '4', '5']);
    expect(patched.map(({ generation }) => generation)).toEqual([1, 1, 2]);
  });

  it('moves nothing if nothing changes, whatever the order of the fields', () => {
    const store = newStore();
    const created = store.create(configMaps, {
      metadata: { name: 'a', labels: { x: '1', y: '2' } },
      data: { one: '1', two: '2' },
    });
    const updated = store.update(configMaps, {
      data: { two: '2', one: '1' },
      metadata: { labels: { y: '2', x: '1' }, name: 'a' },
    });

    expect(updated).toBe(created);
    expect(store.resourceVersion).toBe('2');
  });

  it('keeps the fields of the server', () => {
    const store = newStore();
    const created = store.create(configMaps, { metadata: { name: 'a' } });
    const updated = store.update(configMaps, {
      metadata: { name: 'a', creationTimestamp: '2020-01-01T00:00:00Z', generation: 9 },
      data: { key: 'value' },
    });

    expect(updated.metadata).toEqual({ ...created.metadata, resourceVersion: '3' });
  });

  it.each([
    {
      about: 'a version that has passed',
      metadata: { name: 'a', resourceVersion: '1' },
      refused: [
        409,
        'Conflict',
        'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
      ],
    },
    {
      about: 'an object that is not there',
      metadata: { name: 'b' },
      refused: [404, 'NotFound', 'configmaps "b" not found'],
    },
  ])('refuses $about', ({ metadata, refused }) => {
    const store = newStore();
    store.create(configMaps, { metadata: { name: 'a' } });

    expect(refusal(() => store.update(configMaps, { metadata }))).toEqual(refused);
  });

  it('refuses the uid of another object', () => {
    const store = newStore();
    const { uid } = store.create(configMaps, { metadata: { name: 'a' } }).metadata;

    expect(
      refusal(() => store.update(configMaps, { metadata: { name: 'a', uid: 'other' } })),
    ).toEqual([
      409,
      'Conflict',
      `Operation cannot be fulfilled on configmaps "a": Precondition failed: UID in precondition: other, UID in object meta: ${String(uid)}`,
    ]);
  });
});

describe('delete', () => {
  it('gives the last content at the version of the deletion', () => {
    const store = newStore();
    const created = store.create(configMaps, { metadata: { name: 'a' }, data: { k: 'v' } });

    expect(store.delete(configMaps, { name: 'a' })).toEqual({
      ...created,
      metadata: { ...created.metadata, resourceVersion: '3' },
    });
    expect(store.get(configMaps, { name: 'a' })).toBeUndefined();
    expect(refusal(() => store.delete(configMaps, { name: 'a' }))).toEqual([
      404,
      'NotFound',
      'configmaps "a" not found',
    ]);
  });

  it('waits for the finalizers', () => {
    const store = newStore();
    store.create(pods, { metadata: { name: 'a', finalizers: ['example.com/x'] } });
    const marked = store.delete(pods, { name: 'a' });
    const again = store.delete(pods, { name: 'a' });
    const removed = store.patch(pods, { name: 'a' }, { metadata: { finalizers: null } });

    expect(marked.metadata).toMatchObject({
      resourceVersion: '3',
      generation: 2,
      deletionTimestamp: '1970-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 0,
    });
    expect(again).toBe(marked);
    expect(removed.metadata.finalizers).toBeUndefined();
    expect(store.get(pods, { name: 'a' })).toBeUndefined();
    expect(store.resourceVersion).toBe('4');
  });

  it('refuses if the object is not as it must be', () => {
    const store = newStore();
    store.create(pods, { metadata: { name: 'a' } });

    for (const wrong of [{ uid: 'other' }, { resourceVersion: '1' }]) {
      expect(refusal(() => store.delete(pods, { name: 'a' }, wrong))).toEqual([
        409,
        'Conflict',
        expect.stringContaining('Operation cannot be fulfilled on Pod "a": the ') as string,
      ]);
    }
    expect(store.delete(pods, { name: 'a' }, { resourceVersion: '2' }).metadata.name).toBe('a');
  });
});

describe('list', () => {
  it('shows a resource, or one namespace of it, in the order of the keys', () => {
    const store = newStore();
    for (const [namespace, name] of [
      ['b', 'x'],
      ['a', 'z'],
      ['a', 'y'],
    ] as const) {
      store.create(pods, { metadata: { name, namespace } });
    }
    const names = (list: readonly Pod[]): string[] =>
      list.map(({ metadata }) => `${String(metadata.namespace)}/${metadata.name}`);

    expect(names(store.list(pods))).toEqual(['a/y', 'a/z', 'b/x']);
    expect(names(store.list(pods, { namespace: 'a' }))).toEqual(['a/y', 'a/z']);
  });
});

describe('the types of the store', () => {
  it('come from the resource, through its codec', () => {
    interface Widget extends KubeObject {
      readonly size: number;
    }
    const decode = (value: unknown) =>
      typeof (value as { size?: unknown }).size === 'number'
        ? { _tag: 'Right' as const, right: value as Widget }
        : { _tag: 'Left' as const, left: [{ value, context: [], message: 'a size' }] };
    const widgets = resource<Widget>({
      group: 'example.com',
      version: 'v1',
      plural: 'widgets',
      kind: 'Widget',
      namespaced: true,
      codec: { name: 'Widget', decode, validate: decode },
    });
    const { store } = createApiServer({ resources: [widgets] });
    const size: number = store.create(widgets, { metadata: { name: 'w' }, size: 3 }).size;
    const data: ConfigMap['data'] = store.create(configMaps, { metadata: { name: 'c' } }).data;

    expect([size, data]).toEqual([3, undefined]);
    expect(() => store.create(widgets, { metadata: { name: 'v' } })).toThrow('a size');
  });

  it('throws the errors of the protocol', () => {
    const store = newStore();

    expect(() => store.delete(pods, { name: 'a' })).toThrow(StatusError);
  });
});
