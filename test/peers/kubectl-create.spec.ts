import { type KubeObject, type Resource, deployments, jobs } from '@rxkube/protocol';
import {
  clusterRoleBindings,
  clusterRoles,
  configMaps,
  namespaces,
  roleBindings,
  roles,
  secrets,
  serviceAccounts,
  services,
} from '@rxkube/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type BoxedServer, boxedServer } from './support/boxed-server.js';
import { chart } from './support/chart.js';
import { type Kubectl, kubectlOn, kubectlProblem } from './support/kubectl.js';

const problem = kubectlProblem();

/** A kind that `kubectl create` makes, the words behind it, and what the object has to say. */
type Creation = readonly [words: string, resource: Resource<KubeObject>, object: object];

const CREATIONS: readonly Creation[] = [
  [
    'deployment a --image=nginx --replicas=2',
    deployments,
    { spec: { replicas: 2, template: { spec: { containers: [{ image: 'nginx' }] } } } },
  ],
  ['configmap a --from-literal=k=v', configMaps, { data: { k: 'v' } }],
  ['secret generic a --from-literal=k=v', secrets, { data: { k: 'dg==' } }],
  ['namespace a', namespaces, { status: { phase: 'Active' } }],
  ['serviceaccount a', serviceAccounts, {}],
  [
    'role a --verb=get,list --resource=pods',
    roles,
    { rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }] },
  ],
  [
    'rolebinding a --role=r --serviceaccount=default:s',
    roleBindings,
    {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [{ kind: 'ServiceAccount', name: 's', namespace: 'default' }],
    },
  ],
  ['clusterrole a --verb=get --resource=nodes', clusterRoles, { rules: [{ verbs: ['get'] }] }],
  [
    'clusterrolebinding a --clusterrole=r --user=u',
    clusterRoleBindings,
    { subjects: [{ kind: 'User', name: 'u' }] },
  ],
  ['job a --image=busybox', jobs, { spec: { template: { spec: { restartPolicy: 'Never' } } } }],
  [
    'service clusterip a --tcp=80:8080',
    services,
    { spec: { type: 'ClusterIP', ports: [{ port: 80, targetPort: 8080 }] } },
  ],
];

describe.runIf(problem === undefined)('kubectl create', () => {
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

  it.each(CREATIONS)('makes a %s', async (words, resource, object) => {
    expect(await kubectl.run('create', ...words.split(' '))).toMatch(/\/a created\n$/u);

    expect(box.server.store.get(resource, { name: 'a' })).toMatchObject(object);
    await expect(kubectl.run('create', ...words.split(' '))).rejects.toThrow('already exists');
  });

  it('applies the manifests of a chart, twice, and deletes them', async () => {
    const first = await kubectl.apply(chart);
    const second = await kubectl.apply(chart);

    expect(first.trim().split('\n')).toHaveLength(chart.items.length);
    expect(first).not.toMatch(/unchanged|configured/u);
    expect(second).not.toMatch(/created|configured/u);
    expect(await kubectl.feed(chart, 'diff', '-f', '-')).toBe('');
    await kubectl.feed(chart, 'delete', '-f', '-');
    expect(box.server.store.list(deployments)).toEqual([]);
  });

  it('applies them on the side of the server too', async () => {
    const again = ['--server-side', '--field-manager=chart'];

    await kubectl.apply(chart, ...again);
    const version = box.server.store.resourceVersion;
    await kubectl.apply(chart, ...again);

    expect(box.server.store.resourceVersion).toBe(version);
  });

  it('describes what it made', async () => {
    await kubectl.apply(chart);
    const described = async (name: string): Promise<string> => kubectl.run('describe', name);

    expect(await described('deployment/web')).toMatch(/Replicas: +2 desired/u);
    expect(await described('serviceaccount/web')).toMatch(/^Name: +web\n/u);
    expect(await described('role/web')).toMatch(/configmaps +\[\] +\[\] +\[get list\]/u);
    expect(await described('rolebinding/web')).toMatch(/ServiceAccount +web +shop|Kind: +Role/u);
    expect(await described('persistentvolumeclaim/web')).toMatch(/Status: /u);
    expect(await described('service/web')).toMatch(/Port: +http +80\/TCP/u);
    expect(await described('job/web-migrate')).toMatch(/Image: +migrate:1/u);
  });

  it('waits for a rollout until the status says that it is over', async () => {
    await kubectl.run('create', 'deployment', 'a', '--image=nginx', '--replicas=2');
    const patch = (status: object): void => {
      box.server.store.patch(deployments, { name: 'a' }, { status });
    };
    const rollout = kubectl.follow('rollout', 'status', 'deployment/a', '--timeout=50s');
    expect(await rollout.next()).toContain('Waiting for deployment');
    patch({ observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 1 });
    expect(await rollout.next()).toContain('1 of 2 updated replicas are available');
    patch({ observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 2 });
    expect(await rollout.next()).toContain('successfully rolled out');
    await rollout.close();
  });

  it('shows the new kinds as a real server does', async () => {
    await kubectl.apply(chart);

    expect(await kubectl.run('get', 'sa,role,rolebinding,pvc', '-o', 'name')).toBe(
      [
        'serviceaccount/web',
        'role.rbac.authorization.k8s.io/web',
        'rolebinding.rbac.authorization.k8s.io/web',
        'persistentvolumeclaim/web\n',
      ].join('\n'),
    );
    expect(await kubectl.run('get', 'rolebinding')).toMatch(/^NAME +ROLE +AGE\nweb +Role\/web /u);
    expect(await kubectl.run('get', 'pvc')).toMatch(/^NAME +STATUS +VOLUME +CAPACITY /u);
  });
});
