import { type KubeObject, configMaps, pods, resource } from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Carrier, carriers } from './support/apiserver-carriers.js';

const PODS = '/api/v1/pods';
const widgets = resource<KubeObject>({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

interface List {
  readonly kind: string;
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly { readonly kind?: string; readonly metadata: KubeObject['metadata'] }[];
}

function names({ items }: List): string[] {
  return items.map(({ metadata }) => metadata.name);
}

describe.each(['http', 'transport'] as const)('a list over %s', (kind) => {
  let carrier: Carrier;

  beforeEach(async () => {
    carrier = await carriers[kind]({ resources: [widgets] });
  });

  afterEach(() => carrier.close());

  /** Versions 2 to 6: pods a to d, then d deleted; 7 is another resource. */
  const fill = (): void => {
    const { store } = carrier.server;
    for (const name of ['a', 'b', 'c', 'd']) {
      store.create(pods, { metadata: { name, labels: { odd: String('ac'.includes(name)) } } });
    }
    store.delete(pods, { name: 'd' });
    store.create(configMaps, { metadata: { name: 'other' } });
  };
  const list = async (query: Record<string, string> = {}, path = PODS): Promise<List> => {
    const { status, text } = await carrier.ask(path, query);
    expect(status).toBe(200);

    return JSON.parse(text) as List;
  };

  it('is never null, and shows the version of the store', async () => {
    expect((await carrier.ask(PODS)).text).toBe(
      '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}\n',
    );
  });

  it('leaves out kind and apiVersion of built-in objects, and keeps those of custom ones', async () => {
    const { store } = carrier.server;
    store.create(pods, { metadata: { name: 'a' }, spec: { containers: [] } });
    store.create(widgets, { metadata: { name: 'w', labels: { z: '1', a: '2' } } });
    const typed = await carrier.ask(PODS);
    const custom = await carrier.ask('/apis/example.com/v1/widgets');

    expect(typed.text).toMatch(
      /^\{"kind":"PodList","apiVersion":"v1","metadata":\{"resourceVersion":"3"\},"items":\[\{"metadata":\{"name":"a","namespace":"default","uid":"[-\da-f]+","resourceVersion":"2","generation":1,"creationTimestamp":"[^"]+"\},"spec":\{"containers":\[\]\}\}\]\}\n$/u,
    );
    expect(custom.text).toMatch(
      /^\{"apiVersion":"example\.com\/v1","items":\[\{"apiVersion":"example\.com\/v1","kind":"Widget","metadata":\{"creationTimestamp":"[^"]+","generation":1,"labels":\{"a":"2","z":"1"\},"name":"w","namespace":"default","resourceVersion":"3","uid":"[-\da-f]+"\}\}\],"kind":"WidgetList","metadata":\{"continue":"","resourceVersion":"3"\}\}\n$/u,
    );
  });

  it.each([
    { rv: '', match: '', limit: '', shown: ['a', 'b', 'c'], at: '7' },
    { rv: '', match: '', limit: '2', shown: ['a', 'b'], at: '7', remaining: 1 },
    { rv: '0', match: '', limit: '', shown: ['a', 'b', 'c'], at: '7' },
    { rv: '0', match: '', limit: '2', shown: ['a', 'b', 'c'], at: '7' },
    { rv: '0', match: 'NotOlderThan', limit: '1', shown: ['a', 'b', 'c'], at: '7' },
    { rv: '3', match: '', limit: '', shown: ['a', 'b', 'c'], at: '7' },
    { rv: '3', match: '', limit: '1', shown: ['a'], at: '3', remaining: 1 },
    { rv: '5', match: '', limit: '9', shown: ['a', 'b', 'c', 'd'], at: '5' },
    { rv: '3', match: 'NotOlderThan', limit: '', shown: ['a', 'b', 'c'], at: '7' },
    { rv: '3', match: 'NotOlderThan', limit: '2', shown: ['a', 'b'], at: '7', remaining: 1 },
    { rv: '3', match: 'Exact', limit: '', shown: ['a', 'b'], at: '3' },
    { rv: '5', match: 'Exact', limit: '3', shown: ['a', 'b', 'c'], at: '5', remaining: 1 },
    { rv: '7', match: 'Exact', limit: '', shown: ['a', 'b', 'c'], at: '7' },
  ])(
    'with version "$rv", match "$match" and limit "$limit" shows $shown at $at',
    async ({ rv, match, limit, shown, at, remaining }) => {
      fill();
      const result = await list({
        ...(rv !== '' && { resourceVersion: rv }),
        ...(match !== '' && { resourceVersionMatch: match }),
        ...(limit !== '' && { limit }),
      });

      expect(names(result)).toEqual(shown);
      expect(result.metadata.resourceVersion).toBe(at);
      expect(result.metadata.remainingItemCount).toBe(remaining);
      expect(result.metadata.continue === undefined).toBe(remaining === undefined);
    },
  );

  it('continues at the version of its first page', async () => {
    fill();
    const first = await list({ limit: '2' });
    carrier.server.store.delete(pods, { name: 'c' });
    carrier.server.store.create(pods, { metadata: { name: 'z' } });
    const second = await list({ limit: '2', continue: first.metadata.continue ?? '' });
    const withZero = await list({
      limit: '2',
      continue: first.metadata.continue ?? '',
      resourceVersion: '0',
    });

    expect(names(second)).toEqual(['c']);
    expect(second.metadata).toEqual({ resourceVersion: '7' });
    expect(withZero).toEqual(second);
  });

  it('responds with 410 and a new token after its version is compacted', async () => {
    fill();
    const first = await list({ limit: '2' });
    carrier.server.store.create(pods, { metadata: { name: 'z' } });
    carrier.server.compact();
    const gone = await carrier.ask(PODS, { limit: '2', continue: first.metadata.continue ?? '' });
    const status = JSON.parse(gone.text) as {
      message: string;
      metadata: { continue: string };
    };
    const rest = await list({ limit: '5', continue: status.metadata.continue });

    expect([gone.status, status]).toMatchObject([410, { reason: 'Expired', code: 410 }]);
    expect(status.message).toBe(
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    );
    expect(JSON.parse(Buffer.from(status.metadata.continue, 'base64url').toString())).toEqual({
      v: 'meta.k8s.io/v1',
      rv: -1,
      start: '/default/b\u0000',
    });
    expect(names(rest)).toEqual(['c', 'z']);
    expect(rest.metadata.resourceVersion).toBe('8');
  });

  it('has no count of remaining items with a selector', async () => {
    fill();
    const first = await list({ limit: '1', labelSelector: 'odd=true' });
    const second = await list({
      limit: '1',
      labelSelector: 'odd=true',
      continue: first.metadata.continue ?? '',
    });

    expect([names(first), names(second)]).toEqual([['a'], ['c']]);
    expect(first.metadata.remainingItemCount).toBeUndefined();
    expect(second.metadata.continue).toBeUndefined();
  });

  it('may offer another page on which nothing matches', async () => {
    fill();
    const first = await list({
      limit: '1',
      fieldSelector: 'status.phase!=x',
      labelSelector: 'odd=false',
    });
    const second = await list({
      limit: '1',
      labelSelector: 'odd=false',
      continue: first.metadata.continue ?? '',
    });

    expect([names(first), names(second)]).toEqual([['b'], []]);
  });

  it.each([
    ['/api/v1/namespaces/one/pods', {}, ['y', 'z']],
    ['/api/v1/namespaces/none/pods', {}, []],
    [PODS, { fieldSelector: 'metadata.namespace=two' }, ['x']],
    [PODS, { fieldSelector: 'metadata.name=z' }, ['z']],
    [PODS, { fieldSelector: 'spec.nodeName=n,metadata.name!=x' }, ['z']],
    [PODS, { labelSelector: 'app in (web,db),tier!=front' }, ['x', 'z']],
    [PODS, { labelSelector: '!app' }, ['y']],
  ])('narrows %s with %j', async (path, query, expected) => {
    const { store } = carrier.server;
    store.create(pods, {
      metadata: { name: 'z', namespace: 'one', labels: { app: 'web' } },
      spec: { containers: [], nodeName: 'n' },
    });
    store.create(pods, { metadata: { name: 'y', namespace: 'one' } });
    store.create(pods, {
      metadata: { name: 'x', namespace: 'two', labels: { app: 'db' } },
      spec: { containers: [], nodeName: 'n' },
    });

    expect(names(await list(query, path)).sort()).toEqual(expected);
  });

  it('is in the order of namespace and name', async () => {
    const { store } = carrier.server;
    for (const [namespace, name] of [
      ['b', 'a'],
      ['a', 'c'],
      ['a', 'b'],
    ] as const) {
      store.create(pods, { metadata: { name, namespace } });
    }

    expect(names(await list())).toEqual(['b', 'c', 'a']);
  });

  it('shows only metadata on request', async () => {
    carrier.server.store.create(pods, { metadata: { name: 'a' }, spec: { containers: [] } });
    const accept =
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, application/json';
    const { text } = await carrier.ask(PODS, {}, { headers: { accept } });

    expect(JSON.parse(text)).toEqual({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '2' },
      items: [
        {
          kind: 'PartialObjectMetadata',
          apiVersion: 'meta.k8s.io/v1',
          metadata: carrier.server.store.get(pods, { name: 'a' })?.metadata,
        },
      ],
    });
  });

  it('arrives whole when it is large', async () => {
    const { store } = carrier.server;
    for (let at = 0; at < 500; at += 1) {
      store.create(configMaps, {
        metadata: { name: `c-${String(at).padStart(4, '0')}` },
        data: { text: 'ä"\\'.repeat(300) },
      });
    }
    const result = await list({}, '/api/v1/configmaps');

    expect(result.items).toHaveLength(500);
    expect(result.items.at(-1)).toMatchObject({ data: { text: 'ä"\\'.repeat(300) } });
  });
});
