import { type ApiRequest, customResourceDefinitions, deployments, secrets } from '@rxkube/protocol';
import { VirtualTimeScheduler, mergeMap, tap } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { widgetDefinition } from '../../../../test/support/widget-definition.js';
import { type ApiServerOptions, createApiServer } from '../index.js';

const SECRETS = '/api/v1/namespaces/default/secrets';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const DEPLOYMENT = '/apis/apps/v1/namespaces/default/deployments/a';
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };

interface Answer {
  readonly status: number;
  readonly documents: readonly unknown[];
}

/** A server on virtual time with a custom resource that can be scaled. */
function started(options: ApiServerOptions = {}) {
  const clock = new VirtualTimeScheduler();
  const server = createApiServer({ scheduler: clock, random: () => 0, ...options });
  server.store.create(
    customResourceDefinitions,
    widgetDefinition({
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.count' },
      },
    }),
  );
  const ask = (
    method: ApiRequest['method'],
    path: string,
    query: Record<string, string> = {},
    body?: object | string,
    headers: Record<string, string> = {},
  ): Answer => {
    let status = 0;
    let text = '';
    server
      .transport()({
        method,
        path,
        query,
        headers,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      .pipe(
        tap((response) => {
          status = response.status;
        }),
        mergeMap((response) => response.body),
      )
      .subscribe((bytes) => {
        text += new TextDecoder().decode(bytes);
      });
    clock.maxFrames = clock.now() + 1;
    clock.flush();
    const lines = text.split('\n').filter((line) => line !== '');

    return {
      status,
      documents: lines.map((line): unknown => (line.startsWith('{') ? JSON.parse(line) : line)),
    };
  };

  return { server, ask };
}

const name = (text: string): object => ({ metadata: { name: text } });
const widget = (text: string): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: text },
});

describe('tables', () => {
  it('tell of a list, with as much of each object as is wanted', () => {
    const { server, ask } = started();
    server.store.create(secrets, { ...name('a'), data: { k: '' } } as never);
    const row = (includeObject?: string): unknown => {
      const query = includeObject === undefined ? {} : { includeObject };
      const [table] = ask('GET', SECRETS, query, undefined, TABLE).documents as {
        readonly rows: readonly { readonly object: { readonly kind: string } | null }[];
      }[];

      return table?.rows[0]?.object?.kind ?? null;
    };

    expect(ask('GET', SECRETS, {}, undefined, TABLE).documents).toMatchObject([
      {
        kind: 'Table',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: server.store.resourceVersion },
        columnDefinitions: [{ name: 'Name' }, { name: 'Type' }, { name: 'Data' }, { name: 'Age' }],
        rows: [{ cells: ['a', 'Opaque', 1, '0s'] }],
      },
    ]);
    expect([row(), row('Metadata'), row('Object'), row('None')]).toEqual([
      'PartialObjectMetadata',
      'PartialObjectMetadata',
      'Secret',
      null,
    ]);
    expect(ask('GET', `${SECRETS}/a`, {}, undefined, TABLE).documents).toMatchObject([
      { kind: 'Table', rows: [{ cells: ['a', 'Opaque', 1, '0s'] }] },
    ]);
  });

  it('name their columns in the first event of a watch alone', () => {
    const { server, ask } = started();
    server.store.create(secrets, name('a') as never);
    server.store.create(secrets, name('b') as never);
    const query = {
      watch: 'true',
      allowWatchBookmarks: 'true',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      includeObject: 'None',
    };
    const { documents } = ask('GET', SECRETS, query, undefined, TABLE);
    // Another watch of the same events starts again.
    const again = ask('GET', SECRETS, query, undefined, TABLE);

    expect(again).toEqual({ status: 200, documents });
    expect(documents).toMatchObject([
      { type: 'ADDED', object: { columnDefinitions: [{ name: 'Name' }, {}, {}, {}] } },
      { type: 'ADDED', object: { columnDefinitions: null, rows: [{ object: null }] } },
      {
        type: 'BOOKMARK',
        object: {
          columnDefinitions: null,
          metadata: { resourceVersion: server.store.resourceVersion },
          rows: [
            {
              cells: ['', '', 0, '<unknown>'],
              object: {
                kind: 'PartialObjectMetadata',
                metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } },
              },
            },
          ],
        },
      },
    ]);
  });
});

describe('dry runs', () => {
  it('write nothing, whatever the verb and the path', () => {
    const { server, ask } = started();
    server.store.create(secrets, name('a') as never);
    const before = server.store.resourceVersion;
    const dry = { dryRun: 'All' };
    const body = { dryRun: ['All'] };

    expect(ask('POST', SECRETS, dry, name('b'))).toMatchObject({
      status: 201,
      documents: [{ metadata: expect.not.objectContaining({ resourceVersion: '4' }) as unknown }],
    });
    expect(
      ask('PUT', `${SECRETS}/a`, dry, { ...name('a'), data: { k: '' } }).documents,
    ).toMatchObject([{ metadata: { resourceVersion: before }, data: { k: '' } }]);
    for (const [path, query, options] of [
      [`${SECRETS}/a`, dry],
      [`${SECRETS}/a`, {}, body],
      [SECRETS, dry],
      [SECRETS, {}, body],
    ] as const) {
      expect(ask('DELETE', path, query, options).status).toBe(200);
    }
    expect(ask('DELETE', '/api/v1/namespaces/kube-node-lease', dry).documents).toMatchObject([
      { metadata: { deletionTimestamp: '1970-01-01T00:00:00Z' }, status: { phase: 'Terminating' } },
    ]);
    expect(server.store.resourceVersion).toBe(before);
    expect(server.store.get(secrets, { name: 'a' })).toBeDefined();
  });

  it('are all or nothing', () => {
    const { ask } = started();
    const some = { dryRun: 'Some' };
    const kinds = [
      ask('POST', SECRETS, some, name('a')),
      ask('PUT', `${SECRETS}/a`, some, name('a')),
      ask('DELETE', `${SECRETS}/a`, some),
      ask('DELETE', `${SECRETS}/a`, {}, { dryRun: ['Some'] }),
    ].map(({ status, documents }) => [
      status,
      (documents[0] as { readonly message: string }).message,
    ]);

    expect(kinds).toEqual(
      ['Create', 'Update', 'Delete', 'Delete'].map((kind) => [
        422,
        `${kind}Options.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"`,
      ]),
    );
  });
});

describe('paths of custom objects', () => {
  it.each<[ApiRequest['method'], string, number, string]>([
    ['POST', `${WIDGETS}/b`, 201, 'a'],
    ['PUT', WIDGETS, 400, 'name must be provided'],
    ['PATCH', WIDGETS, 415, 'the body of the request was in an unknown format'],
    ['DELETE', `${WIDGETS}/a/status`, 405, 'delete is not supported on resources of kind'],
    ['POST', `${WIDGETS}/a/status`, 405, 'create is not supported on resources of kind'],
    ['GET', `${WIDGETS}/a/other`, 404, 'widgets.example.com \\"a\\" not found'],
    ['GET', '/apis/example.com/v1/widgets/a', 404, '404 page not found'],
    ['POST', '/apis/example.com/v1/widgets', 404, '404 page not found'],
  ])('responds to %s %s with %d', (method, path, status, words) => {
    const { ask } = started();
    const answer = ask(method, path, {}, method === 'GET' ? undefined : widget('a'));

    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.documents)).toContain(words);
  });

  it('are unlike those of built-in ones', () => {
    const { ask } = started();

    expect(ask('POST', `${SECRETS}/a`, {}, name('a')).status).toBe(405);
    expect(ask('PUT', SECRETS, {}, name('a')).status).toBe(405);
    expect(ask('DELETE', '/api/v1/namespaces').status).toBe(405);
    expect(ask('PATCH', `${SECRETS}/a`, {}, {})).toMatchObject({
      status: 415,
      documents: [{ reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type' }],
    });
  });
});

describe('/scale', () => {
  const merge = { 'content-type': 'application/merge-patch+json' };

  it('reads and writes how many replicas a deployment wants', () => {
    const { server, ask } = started();
    server.store.create(deployments, {
      ...name('a'),
      spec: { replicas: 2, selector: { matchLabels: { a: 'b' } } },
      status: { replicas: 1 },
    } as never);

    expect(ask('GET', `${DEPLOYMENT}/scale`).documents).toMatchObject([
      {
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'a', namespace: 'default' },
        spec: { replicas: 2 },
        status: { replicas: 1, selector: 'a=b' },
      },
    ]);
    expect(
      ask('PUT', `${DEPLOYMENT}/scale`, {}, { ...name('a'), spec: { replicas: 3 } }),
    ).toMatchObject({ status: 200, documents: [{ spec: { replicas: 3 } }] });
    expect(ask('PATCH', `${DEPLOYMENT}/scale`, {}, { spec: { replicas: 4 } }, merge).status).toBe(
      200,
    );
    expect(
      ask('PATCH', `${DEPLOYMENT}/scale`, {}, { spec: { replicas: -1 } }, merge),
    ).toMatchObject({
      status: 422,
      documents: [
        {
          message:
            'Scale.autoscaling "a" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
        },
      ],
    });
    const old = { metadata: { name: 'a', resourceVersion: '1' }, spec: { replicas: 9 } };
    expect(ask('PUT', `${DEPLOYMENT}/scale`, {}, old).status).toBe(409);
    expect(server.store.get(deployments, { name: 'a' })?.spec).toMatchObject({ replicas: 4 });
    expect(ask('GET', `${DEPLOYMENT}b/scale`).status).toBe(404);
    expect(ask('DELETE', `${DEPLOYMENT}/scale`).status).toBe(405);
  });

  it('is at the paths of the definition', () => {
    const { ask } = started();
    ask('POST', WIDGETS, {}, { ...widget('a'), spec: { count: 1 } });

    expect(ask('PATCH', `${WIDGETS}/a/scale`, {}, { spec: { replicas: 4 } }, merge).status).toBe(
      200,
    );
    expect(ask('GET', `${WIDGETS}/a`).documents).toMatchObject([{ spec: { count: 4 } }]);
    expect(ask('GET', `${SECRETS}/a/scale`).status).toBe(404);
  });
});

describe('bodies', () => {
  it('may be YAML', () => {
    const { ask } = started();
    const yaml = { 'content-type': 'application/yaml' };

    expect(ask('POST', SECRETS, {}, 'metadata:\n  name: a\n', yaml)).toMatchObject({
      status: 201,
      documents: [{ metadata: { name: 'a' } }],
    });
    expect(ask('POST', SECRETS, {}, 'metadata: [', yaml).status).toBe(400);
    expect(ask('POST', SECRETS, {}, 'a', { 'content-type': 'application/x' }).status).toBe(415);
  });
});

describe('server-side apply', () => {
  const apply = { 'content-type': 'application/apply-patch+yaml' };
  const configured = (data: object): object => ({
    apiVersion: 'v1',
    kind: 'Secret',
    ...name('a'),
    data,
  });

  it('creates, merges, conflicts, and takes fields by force', () => {
    const { ask } = started();
    const by = (manager: string, data: object, query: Record<string, string> = {}): Answer =>
      ask('PATCH', `${SECRETS}/a`, { fieldManager: manager, ...query }, configured(data), apply);

    expect(by('m', { x: 'MQ==' }).status).toBe(201);
    expect(by('n', { y: 'MQ==' })).toMatchObject({
      status: 200,
      documents: [{ data: { x: 'MQ==', y: 'MQ==' } }],
    });
    expect(by('n', { x: 'Mg==' })).toMatchObject({
      status: 409,
      documents: [
        {
          reason: 'Conflict',
          message: 'Apply failed with 1 conflict: conflict with "m": .data.x',
          details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.x' }] },
        },
      ],
    });
    expect(by('n', { x: 'Mg==' }, { force: 'true' })).toMatchObject({
      status: 200,
      documents: [{ data: { x: 'Mg==' } }],
    });
  });

  it.each<[string, Record<string, string>, object | string, number, string]>([
    [
      'no manager',
      {},
      configured({}),
      422,
      'fieldManager: Required value: is required for apply patch',
    ],
    ['another kind', { fieldManager: 'm' }, {}, 400, 'invalid object type: /, Kind='],
    [
      'another name',
      { fieldManager: 'm' },
      { ...configured({}), ...name('b') },
      400,
      'the name of the object (b) does not match the name on the URL (a)',
    ],
    [
      'owners of its own',
      { fieldManager: 'm' },
      { ...configured({}), metadata: { name: 'a', managedFields: [{}] } },
      400,
      'metadata.managedFields must be nil',
    ],
    ['a body other than YAML', { fieldManager: 'm' }, 'a: [', 400, 'must be YAML'],
  ])('refuses one with %s', (_, query, body, status, words) => {
    const { ask } = started();
    const answer = ask('PATCH', `${SECRETS}/a`, query, body, apply);

    expect(answer.status).toBe(status);
    expect((answer.documents[0] as { readonly message: string }).message).toContain(words);
  });
});
