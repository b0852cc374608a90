import { configMaps, deployments, pods } from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type BoxedServer, boxedServer } from './support/boxed-server.js';
import { type Kubectl, kubectlOn, kubectlProblem } from './support/kubectl.js';

const problem = kubectlProblem();
if (problem !== undefined) console.warn(`kubectl is not tried: ${problem}`);

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    ],
  },
};

function widget(size: number): object {
  return {
    apiVersion: 'shop.example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a' },
    spec: { size },
  };
}

describe.runIf(problem === undefined)('kubectl', () => {
  let box: BoxedServer;
  let kubectl: Kubectl;

  beforeEach(async () => {
    box = await boxedServer();
    kubectl = kubectlOn(box.url);
  });

  afterEach(async () => {
    kubectl.close();
    await box.server.close();
  });

  it('gets', async () => {
    box.server.store.create(pods, { metadata: { name: 'a', labels: { app: 'web' } } });
    box.server.store.create(pods, { metadata: { name: 'b', namespace: 'shop' } });

    expect(await kubectl.run('get', 'pods', '-A', '-o', 'name')).toBe('pod/a\npod/b\n');
    expect(await kubectl.run('get', 'po', '-l', 'app=web', '-o', 'name')).toBe('pod/a\n');
    expect(await kubectl.run('get', 'pod', 'b', '-n', 'shop', '-o', 'jsonpath={.kind}')).toBe(
      'Pod',
    );
    expect(await kubectl.run('get', 'pods', '-A')).toMatch(
      /^NAMESPACE +NAME .*\ndefault +a .*\nshop +b .*\n$/u,
    );
    await expect(kubectl.run('get', 'pod', 'c')).rejects.toThrow('pods "c" not found');
  });

  it('gets and goes on watching', async () => {
    box.server.store.create(pods, { metadata: { name: 'a' } });
    const watch = kubectl.follow('get', 'pods', '-A', '-w', '--output-watch-events');
    const seen: (string | undefined)[] = [];
    const take = async (): Promise<void> => {
      seen.push((await watch.next())?.split(/ +/u, 3).join(' '));
    };
    await take();
    await take();
    await expect.poll(() => box.server.watchers).toBe(1);
    box.server.store.create(pods, { metadata: { name: 'b', namespace: 'shop' } });
    await take();
    box.server.store.delete(pods, { name: 'a' });
    await take();
    await watch.close();

    expect(seen).toEqual([
      'EVENT NAMESPACE NAME',
      'ADDED default a',
      'ADDED shop b',
      'DELETED default a',
    ]);
  });

  it('knows what is served', async () => {
    const known = await kubectl.run('api-resources', '-o', 'name');

    expect(known.split('\n')).toEqual(expect.arrayContaining(['pods', 'deployments.apps']));
    await kubectl.apply(definition);

    expect(await kubectl.run('api-resources', '-o', 'name', '--cached=false')).toContain(
      'widgets.shop.example.com',
    );
  });

  it('applies a definition and objects of it, again and again', async () => {
    const said = [
      await kubectl.apply(definition),
      await kubectl.apply(definition),
      await kubectl.run('wait', '--for=condition=Established', 'crd/widgets.shop.example.com'),
      await kubectl.apply(widget(1)),
      await kubectl.apply(widget(1)),
      await kubectl.apply(widget(2)),
      await kubectl.run('get', 'wd', 'a', '-o', 'jsonpath={.spec.size}'),
    ];

    expect(said.map((line) => line.trim().replace(/^\S+\//u, ''))).toEqual([
      'widgets.shop.example.com created',
      'widgets.shop.example.com unchanged',
      'widgets.shop.example.com condition met',
      'a created',
      'a unchanged',
      'a configured',
      '2',
    ]);
  });

  it('applies built-in objects, whose lists it merges', async () => {
    const deployment = (...images: readonly string[]): object => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: {
          metadata: { labels: { app: 'a' } },
          spec: { containers: images.map((image) => ({ name: image.split(':')[0], image })) },
        },
      },
    });
    const containers = (): unknown =>
      box.server.store.get(deployments, { name: 'a' })?.spec.template.spec?.containers;

    expect(await kubectl.apply(deployment('web:1', 'log:1'))).toBe('deployment.apps/a created\n');
    expect(await kubectl.apply(deployment('web:1', 'log:1'))).toBe('deployment.apps/a unchanged\n');
    // What another client has added stays.
    const set = ['set', 'env', 'deployment/a', '--containers=web', 'A=1'];
    await kubectl.run(...set);
    expect(await kubectl.apply(deployment('web:2'))).toBe('deployment.apps/a configured\n');
    expect(containers()).toEqual([
      { name: 'web', image: 'web:2', env: [{ name: 'A', value: '1' }] },
    ]);
  });

  it('labels, patches and deletes', async () => {
    box.server.store.create(configMaps, { metadata: { name: 'a' }, data: { x: '1' } });
    await kubectl.run('label', 'cm', 'a', 'app=web');
    await kubectl.run('patch', 'cm', 'a', '--type=merge', '-p', '{"data":{"x":null,"y":"2"}}');
    await kubectl.run('patch', 'cm', 'a', '-p', '{"data":{"z":"3"}}');
    const add = [{ op: 'add', path: '/metadata/labels/tier', value: 'front' }];
    await kubectl.run('patch', 'cm', 'a', '--type=json', '-p', JSON.stringify(add));
    expect(box.server.store.get(configMaps, { name: 'a' })).toMatchObject({
      metadata: { labels: { app: 'web', tier: 'front' } },
      data: { y: '2', z: '3' },
    });

    expect(await kubectl.run('delete', 'cm', 'a')).toMatch(/^configmap "a" deleted/u);
    expect(box.server.store.list(configMaps)).toEqual([]);
  });

  it('waits for what comes', async () => {
    box.server.store.create(pods, { metadata: { name: 'a' } });
    const waiting = kubectl.run('wait', '--for=condition=Ready', 'pod/a', '--timeout=30s');
    await expect.poll(() => box.server.watchers, { timeout: 20_000 }).toBe(1);
    const ready = { type: 'Ready', status: 'True' };
    box.server.store.patch(pods, { name: 'a' }, { status: { conditions: [ready] } });

    expect(await waiting).toBe('pod/a condition met\n');
    const gone = kubectl.run('wait', '--for=delete', 'pod/a', '--timeout=30s');
    await expect.poll(() => box.server.watchers, { timeout: 20_000 }).toBe(1);
    box.server.store.delete(pods, { name: 'a' });

    expect(await gone).toBe('pod/a condition met\n');
  });
});
