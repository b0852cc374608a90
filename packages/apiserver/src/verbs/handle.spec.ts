import {
  type ApiRequest,
  type KubeObject,
  configMaps,
  pods,
  resource,
  secrets,
} from '@rxkube/protocol';
import { VirtualTimeScheduler, mergeMap, tap } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type ApiServerOptions, createApiServer } from '../index.js';

const PODS = '/api/v1/namespaces/default/pods';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const widgets = resource<KubeObject>({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

interface Document {
  readonly kind?: string;
  readonly type?: string;
  readonly message?: string;
  readonly metadata: KubeObject['metadata'] & { readonly continue?: string };
  readonly object: KubeObject & { readonly message?: string };
  readonly items: readonly KubeObject[];
  readonly status?: object;
  readonly details?: object;
}

interface Seen {
  status: number;
  text: string;
  readonly documents: () => readonly Document[];
}

/** A server on virtual time, and a way to ask it that gives what has come by now. */
function newServer(options: ApiServerOptions = {}) {
  const clock = new VirtualTimeScheduler();
  const server = createApiServer({
    scheduler: clock,
    random: () => 0,
    resources: [widgets],
    ...options,
  });
  const pass = (milliseconds = 1): void => {
    clock.schedule(() => undefined, milliseconds);
    clock.maxFrames = clock.now() + milliseconds;
    clock.flush();
  };
  const ask = (
    method: ApiRequest['method'],
    path: string,
    query: Record<string, string> = {},
    body?: object,
    headers: Record<string, string> = {},
  ): Seen => {
    const seen: Seen = {
      status: 0,
      text: '',
      documents: () =>
        seen.text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Document),
    };
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    server
      .transport()({
        method,
        path,
        query,
        headers: { 'content-type': type, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      .pipe(
        tap(({ status }) => {
          seen.status = status;
        }),
        mergeMap(({ body: bytes }) => bytes),
      )
      .subscribe((chunk) => {
        seen.text += new TextDecoder().decode(chunk);
      });
    pass();

    return seen;
  };

  return { server, ask, pass };
}

function story(seen: Seen): readonly string[] {
  return seen
    .documents()
    .map(({ type, object: { metadata } }) =>
      [
        String(type),
        `@${String(metadata.resourceVersion)}`,
        `generation ${String(metadata.generation)}`,
        `grace ${String(metadata.deletionGracePeriodSeconds)}`,
      ].join(' '),
    );
}

describe('a deletion of a pod', () => {
  it('takes two steps if no node runs the pod, even without a grace period', () => {
    const { server, ask } = newServer();
    for (const body of [undefined, { gracePeriodSeconds: 0 }]) {
      server.store.create(pods, { metadata: { name: 'a' } });
      const from = server.store.resourceVersion;
      const seen = ask('GET', PODS, { watch: 'true', resourceVersion: from });
      const gone = ask('DELETE', `${PODS}/a`, {}, body);
      const version = Number(from);

      expect(story(seen)).toEqual([
        `MODIFIED @${String(version + 1)} generation 2 grace 0`,
        `DELETED @${String(version + 2)} generation 2 grace 0`,
      ]);
      expect(gone.documents()[0]?.metadata).toMatchObject({
        resourceVersion: String(version + 2),
        deletionGracePeriodSeconds: 0,
      });
    }
  });

  it('gives a pod on a node time, which later deletions can only shorten', () => {
    const { server, ask } = newServer();
    server.store.create(pods, { metadata: { name: 'a' }, spec: { nodeName: 'n', containers: [] } });
    const seen = ask('GET', PODS, { watch: 'true', resourceVersion: '2' });
    ask('DELETE', `${PODS}/a`);
    ask('DELETE', `${PODS}/a`);
    ask('DELETE', `${PODS}/a`, {}, { gracePeriodSeconds: 60 });
    ask('DELETE', `${PODS}/a`, {}, { gracePeriodSeconds: 5 });
    ask('DELETE', `${PODS}/a`, {}, { gracePeriodSeconds: 0 });

    expect(story(seen)).toEqual([
      'MODIFIED @3 generation 2 grace 30',
      'MODIFIED @4 generation 2 grace 5',
      'MODIFIED @5 generation 2 grace 0',
      'DELETED @6 generation 2 grace 0',
    ]);
  });

  it('is done at once if the pod has ended', () => {
    const { server, ask } = newServer();
    server.store.create(pods, {
      metadata: { name: 'a' },
      spec: { nodeName: 'n', containers: [], terminationGracePeriodSeconds: 9 },
      status: { phase: 'Succeeded' },
    });
    ask('DELETE', `${PODS}/a`);

    expect(server.store.get(pods, { name: 'a' })).toBeUndefined();
  });

  it('takes the time that the pod says', () => {
    const { server, ask } = newServer();
    server.store.create(pods, {
      metadata: { name: 'a' },
      spec: { nodeName: 'n', containers: [], terminationGracePeriodSeconds: 9 },
    });
    ask('DELETE', `${PODS}/a`);

    expect(server.store.get(pods, { name: 'a' })?.metadata).toMatchObject({
      deletionGracePeriodSeconds: 9,
      deletionTimestamp: '1970-01-01T00:00:09Z',
    });
  });
});

describe('a deletion of many', () => {
  it('responds with the list as it was before', () => {
    const { server, ask } = newServer();
    server.store.create(secrets, { metadata: { name: 'a' } });
    const [list] = ask('DELETE', '/api/v1/namespaces/default/secrets').documents();

    expect(list).toMatchObject({
      kind: 'SecretList',
      metadata: { resourceVersion: '2' },
      items: [{ metadata: { name: 'a', resourceVersion: '2' } }],
    });
    expect(list?.items[0]).not.toHaveProperty('kind');
    expect(server.store.list(secrets)).toEqual([]);
  });
});

describe('the status of an object', () => {
  it('is written under its own path only', () => {
    const { server, ask } = newServer();
    ask('POST', PODS, {}, { metadata: { name: 'a' }, status: { phase: 'Failed' } });
    expect(server.store.get(pods, { name: 'a' })).not.toHaveProperty('status');

    const told = ask(
      'PATCH',
      `${PODS}/a/status`,
      {},
      { spec: { nodeName: 'x' }, status: { phase: 'Running' } },
    );
    expect(told.documents()[0]).toMatchObject({
      metadata: { resourceVersion: '3', generation: 1 },
      status: { phase: 'Running' },
    });
    expect(told.documents()[0]).not.toHaveProperty('spec');

    ask('PATCH', `${PODS}/a`, {}, { status: { phase: 'Failed' } });
    expect(ask('GET', `${PODS}/a/status`).documents()[0]).toMatchObject({
      metadata: { resourceVersion: '3' },
      status: { phase: 'Running' },
    });
  });

  it('is not found if the kind has none, and cannot be deleted', () => {
    const { server, ask } = newServer();
    server.store.create(pods, { metadata: { name: 'a' } });

    expect(ask('GET', `${CONFIG_MAPS}/a/status`).status).toBe(404);
    expect(ask('DELETE', `${PODS}/a/status`).status).toBe(405);
    expect(ask('GET', '/api/v1/namespaces/none/status').status).toBe(404);
  });
});

describe('a dry run', () => {
  it('gives no version to an object that it has not written', () => {
    const { server, ask } = newServer();
    server.store.create(secrets, { metadata: { name: 'a' } });
    const path = '/api/v1/namespaces/default/secrets';
    const dry = { dryRun: 'All' };
    const [made] = ask('POST', path, dry, { metadata: { name: 'b' } }).documents();
    const [changed] = ask('PATCH', `${path}/a`, dry, { type: 'x' }).documents();

    expect(made?.metadata).not.toHaveProperty('resourceVersion');
    expect(changed?.metadata.resourceVersion).toBe('2');
  });
});

describe('a resource without a watch cache', () => {
  const withoutWatchCache = [configMaps];

  it('is watched from the store, which compaction limits', () => {
    const { server, ask } = newServer({ withoutWatchCache, historySize: 1 });
    for (const name of ['a', 'b', 'c', 'd'])
      server.store.create(configMaps, { metadata: { name } });
    const from = (resourceVersion: string): Seen =>
      ask('GET', CONFIG_MAPS, { watch: 'true', resourceVersion });
    expect(from('1').documents()).toHaveLength(4);

    server.compact('4');
    expect(from('2').documents()).toMatchObject([
      {
        type: 'ERROR',
        object: { message: 'The resourceVersion for the provided watch is too old.' },
      },
    ]);
    expect(
      from('3')
        .documents()
        .map(({ object }) => object.metadata.name),
    ).toEqual(['c', 'd']);
  });

  it('is not waited for', () => {
    const { ask } = newServer({ withoutWatchCache });
    const seen = ask('GET', CONFIG_MAPS, { resourceVersion: '100' });

    expect(seen.status).toBe(504);
    expect(seen.documents()[0]?.details).not.toHaveProperty('retryAfterSeconds');
  });

  it('has pages at any version as well, and tokens without a slash', () => {
    const { server, ask } = newServer({ withoutWatchCache });
    for (const name of ['a', 'b']) server.store.create(configMaps, { metadata: { name } });
    const [page] = ask('GET', CONFIG_MAPS, { resourceVersion: '0', limit: '1' }).documents();

    expect(Buffer.from(page?.metadata.continue ?? '', 'base64url').toString()).toBe(
      '{"v":"meta.k8s.io/v1","rv":3,"start":"a\\u0000"}',
    );
  });
});

describe('messages of a real server', () => {
  it('refuses a watch from nothing that goes on behind a token', () => {
    const { ask } = newServer();

    expect(ask('GET', PODS, { watch: 'true', continue: 'x' }).status).toBe(422);
    expect(ask('GET', PODS, { watch: 'true', continue: 'x', resourceVersion: '1' }).status).toBe(
      200,
    );
  });

  it('reads one object under its own path, whatever the query says of a watch', () => {
    const { server, ask } = newServer();
    server.store.create(pods, { metadata: { name: 'a' } });

    expect(ask('GET', `${PODS}/a`, { watch: 'true' }).documents()[0]?.kind).toBe('Pod');
  });

  it('shows metadata alone in the order of its type, for custom objects as well', () => {
    const { server, ask } = newServer();
    server.store.create(widgets, { metadata: { name: 'a' } });
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
    const [found] = ask('GET', `${WIDGETS}/a`, {}, undefined, { accept }).documents();

    expect(Object.keys(found?.metadata ?? {})).toEqual([
      'name',
      'namespace',
      'uid',
      'resourceVersion',
      'generation',
      'creationTimestamp',
    ]);
  });

  it('has no other path in a group of definitions', () => {
    const { ask } = newServer();

    expect(ask('GET', '/apis/example.com/v1/nothings').text).toBe('404 page not found\n');
    expect(ask('GET', '/api/v1/nothings').documents()[0]?.kind).toBe('Status');
  });

  it('refuses a patch that makes another object of one', () => {
    const { server, ask } = newServer();
    server.store.create(pods, { metadata: { name: 'a' } });

    expect(ask('PATCH', `${PODS}/a`, {}, { metadata: { name: 'b' } }).status).toBe(400);
    expect(ask('PATCH', `${PODS}/a`, {}, { metadata: { uid: 'other' } }).status).toBe(422);
  });

  it('refuses a deletion that is meant for another object, and names the kind', () => {
    const { server, ask } = newServer();
    server.store.create(widgets, { metadata: { name: 'a' } });
    const body = { preconditions: { resourceVersion: '1' } };
    const [refusal] = ask('DELETE', `${WIDGETS}/a`, {}, body).documents();

    expect(refusal).toMatchObject({
      message:
        'Operation cannot be fulfilled on Widget.example.com "a": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (2). The object might have been modified',
      details: { name: 'a', group: 'example.com', kind: 'Widget' },
    });
  });

  it('refuses a custom object of another kind as invalid', () => {
    const { ask } = newServer();
    const seen = ask('POST', WIDGETS, {}, { kind: 'Other', metadata: { name: 'a' } });

    expect(seen.status).toBe(422);
    expect(seen.documents()[0]?.message).toBe(
      'Other.example.com "a" is invalid: kind: Invalid value: "Other": must be Widget',
    );
  });

  it('marks the end of initial events in the order of fields of the resource', () => {
    const { ask } = newServer();
    const query = { watch: 'true', allowWatchBookmarks: 'true' };

    expect(ask('GET', WIDGETS, query).text).toContain(
      '"metadata":{"annotations":{"k8s.io/initial-events-end":"true"},"resourceVersion":"1"}',
    );
    expect(ask('GET', PODS, query).text).toContain(
      '"metadata":{"resourceVersion":"1","annotations":{"k8s.io/initial-events-end":"true"}}',
    );
  });

  it('gives details, even if empty, if no form can be accepted', () => {
    const { ask } = newServer();
    const [refusal] = ask('GET', PODS, {}, undefined, { accept: 'text/html' }).documents();

    expect(refusal).toMatchObject({ details: {} });
  });

  it('names the field that custom objects cannot be selected by', () => {
    const { ask } = newServer();

    expect(ask('GET', WIDGETS, { fieldSelector: 'spec.size=1' }).documents()[0]?.message).toBe(
      'field label not supported: spec.size',
    );
  });

  it('writes the token of a custom list even if it is empty', () => {
    const { ask } = newServer();

    expect(ask('GET', WIDGETS).text).toContain('"metadata":{"continue":"","resourceVersion":"1"}');
  });
});
