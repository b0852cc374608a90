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
        subresources: {
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Colour', type: 'string', jsonPath: '.spec.colour', priority: 1 },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { size: { type: 'integer', description: 'How large it is.' } },
                'x-kubernetes-preserve-unknown-fields': true,
              },
            },
          },
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
    spec: { size, colour: 'red' },
  };
}

function deployment(...images: readonly string[]): object {
  return {
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
  };
}

/** The lines of a table, without what depends on the width of its columns and on time. */
function table(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replaceAll(/ {2,}/gu, ' ')
        .replaceAll(/(?<= )\d+s\b/gu, '<age>'),
    );
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

  it('shows pods and deployments as a real server does', async () => {
    box.server.store.create(pods, {
      metadata: { name: 'a' },
      spec: { nodeName: 'n', containers: [{ name: 'main' }] },
      status: {
        phase: 'Running',
        podIPs: [{ ip: '10.0.0.1' }],
        containerStatuses: [{ name: 'main', ready: true, restartCount: 2, state: { running: {} } }],
      } as never,
    });

    expect(table(await kubectl.run('get', 'pods'))).toEqual([
      'NAME READY STATUS RESTARTS AGE',
      'a 1/1 Running 2 <age>',
    ]);
    expect(table(await kubectl.run('get', 'pods', '-A', '-o', 'wide'))).toEqual([
      'NAMESPACE NAME READY STATUS RESTARTS AGE IP NODE NOMINATED NODE READINESS GATES',
      'default a 1/1 Running 2 <age> 10.0.0.1 n <none> <none>',
    ]);
    expect(table(await kubectl.run('get', 'namespaces')).slice(0, 2)).toEqual([
      'NAME STATUS AGE',
      'default Active <age>',
    ]);
    await kubectl.apply(deployment('web:1'));
    expect(table(await kubectl.run('get', 'all'))).toEqual([
      'NAME READY STATUS RESTARTS AGE',
      'pod/a 1/1 Running 2 <age>',
      '',
      'NAME READY UP-TO-DATE AVAILABLE AGE',
      'deployment.apps/a 0/1 0 0 <age>',
    ]);
  });

  it('shows the columns of a definition', async () => {
    await kubectl.apply(definition);
    await kubectl.apply(widget(3));

    expect(table(await kubectl.run('get', 'wd'))).toEqual(['NAME SIZE', 'a 3']);
    expect(table(await kubectl.run('get', 'wd', '-o', 'wide'))).toEqual([
      'NAME SIZE COLOUR',
      'a 3 red',
    ]);
  });

  it('gets and then watches', async () => {
    box.server.store.create(pods, { metadata: { name: 'a' } });
    const watch = kubectl.follow('get', 'pods', '-A', '-w', '--output-watch-events');
    const seen: (string | undefined)[] = [];
    const take = async (): Promise<void> => {
      seen.push((await watch.next())?.split(/ +/u, 5).join(' '));
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
      'EVENT NAMESPACE NAME READY STATUS',
      'ADDED default a 0/0 Pending',
      'ADDED shop b 0/0 Pending',
      'DELETED default a 0/0 Pending',
    ]);
  });

  it('lists the served resources', async () => {
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
    const containers = (): unknown =>
      box.server.store.get(deployments, { name: 'a' })?.spec.template.spec?.containers;

    expect(await kubectl.apply(deployment('web:1', 'log:1'))).toBe('deployment.apps/a created\n');
    expect(await kubectl.apply(deployment('web:1', 'log:1'))).toBe('deployment.apps/a unchanged\n');
    // The fields of another client stay.
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

  it('waits for a condition', async () => {
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

  it('applies on the side of the server, with conflicts', async () => {
    const applied = (manager: string, ...images: readonly string[]): Promise<string> =>
      kubectl.apply(deployment(...images), '--server-side', `--field-manager=${manager}`);

    expect(await applied('one', 'web:1')).toBe('deployment.apps/a serverside-applied\n');
    expect(await applied('one', 'web:1')).toBe('deployment.apps/a serverside-applied\n');
    expect(await applied('two', 'log:1')).toBe('deployment.apps/a serverside-applied\n');
    await expect(applied('two', 'web:2')).rejects.toThrow(
      'conflict with "one": .spec.template.spec.containers[name="web"].image',
    );
    const forced = ['--server-side', '--field-manager=two', '--force-conflicts'];
    await kubectl.apply(deployment('web:2'), ...forced);

    expect(
      box.server.store.get(deployments, { name: 'a' })?.spec.template.spec?.containers,
    ).toEqual([{ name: 'web', image: 'web:2' }]);
  });

  it('changes from one way to apply to the other', async () => {
    await kubectl.apply(deployment('web:1', 'log:1'));
    await kubectl.apply(deployment('web:2'), '--server-side');

    expect(await kubectl.apply(deployment('web:2'), '--server-side')).toBe(
      'deployment.apps/a serverside-applied\n',
    );
    expect(
      box.server.store.get(deployments, { name: 'a' })?.spec.template.spec?.containers,
    ).toContainEqual({ name: 'web', image: 'web:2' });
  });

  it('shows a diff, and does a dry run', async () => {
    await kubectl.apply(definition);
    await kubectl.apply(widget(1));
    const before = box.server.store.resourceVersion;

    // It ends with 1 where something is different.
    await expect(kubectl.feed(widget(2), 'diff', '-f', '-')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^-\s+size: 1\n\+\s+size: 2$/mu) as string,
    });
    expect(await kubectl.feed(widget(1), 'diff', '-f', '-')).toBe('');
    expect(await kubectl.apply(widget(2), '--dry-run=server')).toContain('(server dry run)');
    await kubectl.run('label', 'wd', 'a', 'x=y', '--dry-run=server');
    await kubectl.run('delete', 'wd', 'a', '--dry-run=server');
    await kubectl.run('delete', 'wd', '--all', '--dry-run=server');
    expect(box.server.store.resourceVersion).toBe(before);
  });

  it('scales', async () => {
    await kubectl.apply(deployment('web:1'));
    await kubectl.apply(definition);
    await kubectl.apply(widget(1));

    expect(await kubectl.run('scale', 'deployment/a', '--replicas=4')).toContain('scaled');
    expect(await kubectl.run('scale', 'wd/a', '--replicas=3')).toContain('scaled');
    expect(box.server.store.get(deployments, { name: 'a' })?.spec).toMatchObject({ replicas: 4 });
    expect(await kubectl.run('get', 'wd', 'a', '-o', 'jsonpath={.spec.replicas}')).toBe('3');
  });

  it('deletes a namespace, and waits until it is gone', async () => {
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
    box.server.store.create(configMaps, { metadata: { name: 'a', namespace: 'shop' } });

    expect(await kubectl.run('delete', 'namespace', 'shop')).toMatch(/^namespace "shop" deleted/u);
    expect(box.server.store.list(configMaps)).toEqual([]);
    await expect(kubectl.run('delete', 'namespace', 'default')).rejects.toThrow(
      'this namespace may not be deleted',
    );
  });
});
