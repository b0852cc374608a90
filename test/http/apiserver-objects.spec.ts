import { type KubeObject, type StatusCause, configMaps, pods, resource } from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Carrier, type WholeAnswer, carriers } from './support/apiserver-carriers.js';

const IN_DEFAULT = '/api/v1/namespaces/default';
const widgets = resource<KubeObject>({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

interface Body {
  readonly kind?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly metadata: KubeObject['metadata'];
  readonly details?: { readonly causes?: readonly StatusCause[] };
}

describe.each(['http', 'transport'] as const)('one object over %s', (kind) => {
  let carrier: Carrier;

  beforeEach(async () => {
    carrier = await carriers[kind]({ resources: [widgets] });
  });

  afterEach(() => carrier.close());

  const read = ({ status, text }: WholeAnswer): [number, Body] => [
    status,
    JSON.parse(text) as Body,
  ];
  const write = async (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    query: Record<string, string> = {},
    type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
  ): Promise<[number, Body]> =>
    read(
      await carrier.ask(path, query, {
        method,
        headers: { 'content-type': type },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  const get = async (path: string, query: Record<string, string> = {}): Promise<[number, Body]> =>
    read(await carrier.ask(path, query));

  it('is created, read, changed, patched and deleted', async () => {
    const path = `${IN_DEFAULT}/configmaps`;
    const created = await write('POST', path, { metadata: { name: 'a' }, data: { k: '1' } });
    const found = await get(`${path}/a`);
    const changed = await write('PUT', `${path}/a`, { ...created[1], data: { k: '2' } });
    const stale = await write('PUT', `${path}/a`, { ...created[1], data: { k: '3' } });
    const patched = await write('PATCH', `${path}/a`, { data: { k: null, l: '4' } });
    const deleted = await write('DELETE', `${path}/a`);
    const gone = await get(`${path}/a`);

    expect(created).toMatchObject([201, { kind: 'ConfigMap', metadata: { resourceVersion: '2' } }]);
    expect(found).toEqual([200, created[1]]);
    expect(changed).toMatchObject([200, { metadata: { resourceVersion: '3' }, data: { k: '2' } }]);
    expect(stale).toMatchObject([409, { reason: 'Conflict' }]);
    expect(patched).toMatchObject([200, { metadata: { resourceVersion: '4' } }]);
    expect((patched[1] as unknown as { data: unknown }).data).toEqual({ l: '4' });
    expect(deleted).toEqual([
      200,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { name: 'a', kind: 'configmaps', uid: created[1].metadata.uid },
      },
    ]);
    expect(gone).toEqual([
      404,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'configmaps "a" not found',
        reason: 'NotFound',
        details: { name: 'a', kind: 'configmaps' },
        code: 404,
      },
    ]);
  });

  it('responds to a deletion with the object at the version of the deletion, if its kind does so', async () => {
    carrier.server.store.create(pods, { metadata: { name: 'a' } });

    expect(await write('DELETE', `${IN_DEFAULT}/pods/a`)).toMatchObject([
      200,
      // A pod is marked first, at version 3.
      { kind: 'Pod', metadata: { name: 'a', resourceVersion: '4', deletionGracePeriodSeconds: 0 } },
    ]);
  });

  it('is deleted only as it must be', async () => {
    const { metadata } = carrier.server.store.create(pods, { metadata: { name: 'a' } });
    const wrong = await write('DELETE', `${IN_DEFAULT}/pods/a`, { preconditions: { uid: 'x' } });
    const right = await write('DELETE', `${IN_DEFAULT}/pods/a`, {
      preconditions: { uid: metadata.uid },
    });

    expect([wrong[0], wrong[1].reason, right[0]]).toEqual([409, 'Conflict', 200]);
  });

  it('is not written in a dry run', async () => {
    const path = `${IN_DEFAULT}/pods`;
    const dry = { dryRun: 'All' };
    const created = await write('POST', path, { metadata: { name: 'a' } }, dry);
    carrier.server.store.create(pods, { metadata: { name: 'b' } });
    const patched = await write('PATCH', `${path}/b`, { spec: { nodeName: 'n' } }, dry);
    const deleted = await write('DELETE', `${path}/b`, undefined, dry);

    expect([created[0], patched[0], deleted[0]]).toEqual([201, 200, 200]);
    expect(patched[1]).toMatchObject({ spec: { nodeName: 'n' } });
    expect(carrier.server.store.list(pods).map(({ metadata }) => metadata.resourceVersion)).toEqual(
      ['2'],
    );
    expect(carrier.server.store.resourceVersion).toBe('2');
  });

  it('is deleted with its collection, one deletion each, if it is selected', async () => {
    const { store } = carrier.server;
    for (const name of ['a', 'b', 'c']) {
      store.create(configMaps, { metadata: { name, labels: { go: String(name !== 'b') } } });
    }
    const [status, list] = await write('DELETE', `${IN_DEFAULT}/configmaps`, undefined, {
      labelSelector: 'go=true',
    });

    expect([status, list.kind]).toEqual([200, 'ConfigMapList']);
    expect(store.list(configMaps).map(({ metadata }) => metadata.name)).toEqual(['b']);
    expect(store.resourceVersion).toBe('6');
  });

  it.each([
    ['abc', 500, undefined],
    ['', 200, undefined],
    ['0', 200, undefined],
    ['2', 200, undefined],
  ])('is read with version "%s" as %i', async (resourceVersion, status, reason) => {
    carrier.server.store.create(pods, { metadata: { name: 'a' } });
    const answer = await get(`${IN_DEFAULT}/pods/a`, { resourceVersion });

    expect([answer[0], answer[1].reason]).toEqual([status, reason]);
  });

  it('waits for a version that is ahead, and then reports the current version', async () => {
    carrier.server.store.create(pods, { metadata: { name: 'a' } });
    const answer = await carrier.ask(`${IN_DEFAULT}/pods/a`, { resourceVersion: '9' });

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([504, '1']);
    expect(JSON.parse(answer.text)).toMatchObject({
      reason: 'Timeout',
      message: 'Timeout: Too large resource version: 9, current: 2',
      details: {
        retryAfterSeconds: 1,
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      },
    });
  });

  it('shows only its metadata on request', async () => {
    const { metadata } = carrier.server.store.create(pods, { metadata: { name: 'a' } });
    const { text } = await carrier.ask(
      `${IN_DEFAULT}/pods/a`,
      {},
      { headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } },
    );

    expect(JSON.parse(text)).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
    });
  });

  it.each([
    ['POST', '/api/v1/pods', { metadata: { name: 'a' } }, 405, 'MethodNotAllowed'],
    ['POST', `${IN_DEFAULT}/pods/a`, { metadata: { name: 'a' } }, 405, 'MethodNotAllowed'],
    ['PUT', `${IN_DEFAULT}/pods`, { metadata: { name: 'a' } }, 405, 'MethodNotAllowed'],
    ['PATCH', `${IN_DEFAULT}/pods`, {}, 405, 'MethodNotAllowed'],
    ['DELETE', '/api/v1/pods', undefined, 405, 'MethodNotAllowed'],
    ['DELETE', '/healthz', undefined, 405, 'MethodNotAllowed'],
    ['POST', '/api/v1', {}, 405, 'MethodNotAllowed'],
    ['PUT', `${IN_DEFAULT}/pods/a`, { metadata: { name: 'a' } }, 404, 'NotFound'],
    ['PUT', `${IN_DEFAULT}/pods/a`, { metadata: { name: 'b' } }, 400, 'BadRequest'],
    ['PATCH', `${IN_DEFAULT}/pods/a`, {}, 404, 'NotFound'],
    ['DELETE', `${IN_DEFAULT}/pods/a`, undefined, 404, 'NotFound'],
    ['POST', `${IN_DEFAULT}/pods`, [], 400, 'BadRequest'],
    ['POST', `${IN_DEFAULT}/pods`, { metadata: 'x' }, 400, 'BadRequest'],
    ['POST', `${IN_DEFAULT}/pods`, { metadata: { name: 1 } }, 400, 'BadRequest'],
    [
      'POST',
      `${IN_DEFAULT}/pods`,
      { metadata: { name: 'a', labels: { x: 1 } } },
      400,
      'BadRequest',
    ],
    [
      'POST',
      `${IN_DEFAULT}/pods`,
      { metadata: { name: 'a', namespace: 'other' } },
      400,
      'BadRequest',
    ],
    [
      'POST',
      `${IN_DEFAULT}/pods`,
      { kind: 'ConfigMap', metadata: { name: 'a' } },
      400,
      'BadRequest',
    ],
    [
      'POST',
      `${IN_DEFAULT}/pods`,
      { apiVersion: 'v2', metadata: { name: 'a' } },
      400,
      'BadRequest',
    ],
    ['POST', `${IN_DEFAULT}/pods`, {}, 422, 'Invalid'],
    ['POST', '/api/v1/namespaces/default/nonsense', {}, 404, 'NotFound'],
    ['GET', `${IN_DEFAULT}/pods/a/log`, undefined, 404, 'NotFound'],
    ['GET', '/api/v1/pods/a', undefined, 404, 'NotFound'],
  ] as const)('refuses %s %s of %j with %i %s', async (method, path, body, code, reason) => {
    const [status, answer] = method === 'GET' ? await get(path) : await write(method, path, body);

    expect([status, answer.kind, answer.reason]).toEqual([code, 'Status', reason]);
    expect(carrier.server.store.resourceVersion).toBe('1');
  });

  it.each([
    // The router of a built-in resource rejects it before formats are negotiated.
    ['PATCH', 'application/json', '415: Unsupported Media Type'],
    [
      'PUT',
      'application/cbor',
      'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ],
  ] as const)('takes no %s of %s', async (method, type, message) => {
    carrier.server.store.create(pods, { metadata: { name: 'a' } });

    expect(await write(method, `${IN_DEFAULT}/pods/a`, {}, {}, type)).toMatchObject([
      415,
      { reason: 'UnsupportedMediaType', message },
    ]);
  });

  it.each([
    ['application/json-patch+json', [{ op: 'add', path: '/metadata/labels', value: { b: '1' } }]],
    ['application/merge-patch+json', { metadata: { labels: { a: null, b: '1' } } }],
    [
      'application/strategic-merge-patch+json; charset=utf-8',
      { metadata: { labels: { $patch: 'replace', b: '1' } } },
    ],
  ])('is changed by %s', async (type, patch) => {
    carrier.server.store.create(pods, { metadata: { name: 'a', labels: { a: '1' } } });
    const [status, answer] = await write('PATCH', `${IN_DEFAULT}/pods/a`, patch, {}, type);

    expect([status, answer.metadata.labels]).toEqual([200, { b: '1' }]);
  });

  it('of a custom resource rejects a strategic merge patch', async () => {
    const path = '/apis/example.com/v1/namespaces/default/widgets/w';
    carrier.server.store.create(widgets, { metadata: { name: 'w' } });
    const type = 'application/strategic-merge-patch+json';

    expect(await write('PATCH', path, {}, {}, type)).toMatchObject([
      415,
      {
        message: expect.stringMatching(
          /include: application\/json-patch\+json, application\/merge-patch\+json, application\/apply-patch\+yaml$/u,
        ),
      },
    ]);
  });

  it('of a custom resource must be updated with its version', async () => {
    const path = '/apis/example.com/v1/namespaces/default/widgets/w';
    const { metadata } = carrier.server.store.create(widgets, { metadata: { name: 'w' } });
    const without = await write('PUT', path, { metadata: { name: 'w' }, size: 1 });
    const withIt = await write('PUT', path, { metadata, size: 1 });

    expect(without).toMatchObject([
      422,
      {
        message:
          'widgets.example.com "w" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
      },
    ]);
    expect(withIt).toMatchObject([200, { size: 1, metadata: { generation: 2 } }]);
  });

  it.each([
    ['/healthz', 'ok'],
    ['/readyz', 'ok'],
    ['/livez', 'ok'],
  ])('%s is fine', async (path, text) => {
    expect(await carrier.ask(path)).toMatchObject({ status: 200, text });
  });

  it.each([
    ['/version', { major: '1' }],
    ['/api', { kind: 'APIVersions', versions: ['v1'] }],
    ['/api/v1', { kind: 'APIResourceList', groupVersion: 'v1' }],
    ['/apis', { kind: 'APIGroupList' }],
    ['/apis/apps', { kind: 'APIGroup', name: 'apps', versions: [{ groupVersion: 'apps/v1' }] }],
    [
      '/apis/example.com/v1',
      { resources: [{ name: 'widgets', namespaced: true, kind: 'Widget' }] },
    ],
  ])('%s lists the served resources', async (path, document) => {
    const { status, text } = await carrier.ask(path);

    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject(document);
  });

  it.each(['/', '/nowhere', '/apis/nowhere.io', '/apis/nowhere.io/v1/things', '/api/v2/pods'])(
    '%s leads nowhere',
    async (path) => {
      expect(await carrier.ask(path)).toMatchObject({ status: 404, text: '404 page not found\n' });
    },
  );
});
