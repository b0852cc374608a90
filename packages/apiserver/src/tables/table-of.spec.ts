import { describe, expect, it } from 'vitest';

import { BUILT_IN_RESOURCES } from '../resources/built-in-resources.js';
import { customResource } from '../resources/served-resource.js';
import { tableOf } from './table-of.js';

const NOW = Date.parse('2026-01-01T01:00:00Z');
const metadata = { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' };
const template = {
  spec: {
    containers: [
      { name: 'x', image: 'i:1' },
      { name: 'y', image: 'j' },
    ],
  },
};
const selector = {
  matchLabels: { b: '2', a: '1' },
  matchExpressions: [
    { key: 'c', operator: 'In', values: ['2', '1'] },
    { key: 'd', operator: 'DoesNotExist' },
    { key: 'e', operator: 'Exists' },
  ],
};
const ports = [{ port: 80 }, { port: 53, protocol: 'UDP', nodePort: 30_053 }];

function cells(plural: string, object: object): string {
  const served = BUILT_IN_RESOURCES.find((resource) => resource.plural === plural);
  if (served === undefined) throw new Error(`${plural} are served`);

  return tableOf(served)
    .cells({ metadata, ...object }, NOW)
    .join(' | ');
}

describe('tableOf', () => {
  it.each(BUILT_IN_RESOURCES.map((served) => [served.plural, served] as const))(
    'has a cell for each column of %s, whatever is missing, and names the object',
    (_, served) => {
      const { columns, cells: cellsOf } = tableOf(served);

      expect(cellsOf({ metadata: {} }, NOW)).toHaveLength(columns.length);
      const at = columns.findIndex(({ format }) => format === 'name');
      expect(cellsOf({ metadata }, NOW)[at]).toBe('a');
    },
  );

  it.each<[string, object, string]>([
    ['configmaps', { data: { a: '1', b: '2' }, binaryData: { c: '' } }, 'a | 3 | 60m'],
    ['secrets', { data: { a: '' } }, 'a | Opaque | 1 | 60m'],
    ['namespaces', { status: { phase: 'Active' } }, 'a | Active | 60m'],
    ['leases', { spec: { holderIdentity: 'me' } }, 'a | me | 60m'],
    [
      'deployments',
      {
        spec: { replicas: 3, selector, template },
        status: { readyReplicas: 2, updatedReplicas: 3, availableReplicas: 1 },
      },
      'a | 2/3 | 3 | 1 | 60m | x,y | i:1,j | a=1,b=2,c in (1,2),!d,e',
    ],
    [
      'replicasets',
      { spec: { template }, status: { replicas: 4 } },
      'a | 1 | 4 | 0 | 60m | x,y | i:1,j | <none>',
    ],
    ['statefulsets', { spec: { replicas: 0, template } }, 'a | 0/0 | 60m | x,y | i:1,j'],
    [
      'daemonsets',
      {
        spec: { template: { spec: { nodeSelector: { b: '2', a: '1' } } } },
        status: { desiredNumberScheduled: 2, numberReady: 1 },
      },
      'a | 2 | 0 | 1 | 0 | 0 | a=1,b=2 | 60m |  |  | <none>',
    ],
    [
      'jobs',
      {
        spec: { completions: 3, template },
        status: {
          succeeded: 3,
          startTime: '2026-01-01T00:00:00Z',
          completionTime: '2026-01-01T00:01:30Z',
          conditions: [{ type: 'Complete', status: 'True' }],
        },
      },
      'a | Complete | 3/3 | 90s | 60m | x,y | i:1,j | <none>',
    ],
    [
      'jobs',
      { spec: { parallelism: 2 }, status: { startTime: '2026-01-01T00:55:00Z' } },
      'a | Running | 0/1 of 2 | 5m | 60m |  |  | <none>',
    ],
    [
      'cronjobs',
      {
        spec: { schedule: '* * * * *', suspend: true, jobTemplate: { spec: { template } } },
        status: { active: [{}], lastScheduleTime: '2026-01-01T00:59:00Z' },
      },
      'a | * * * * * | <none> | True | 1 | 60s | 60m | x,y | i:1,j | <none>',
    ],
    [
      'services',
      { spec: { clusterIPs: ['10.0.0.1'], ports, selector: { a: '1' } } },
      'a | ClusterIP | 10.0.0.1 | <none> | 80/TCP,53:30053/UDP | 60m | a=1',
    ],
    [
      'services',
      { spec: { type: 'LoadBalancer', clusterIP: '10.0.0.1' } },
      'a | LoadBalancer | 10.0.0.1 | <pending> | <none> | 60m | <none>',
    ],
    [
      'services',
      {
        spec: { type: 'LoadBalancer', externalIPs: ['9.9.9.9'] },
        status: { loadBalancer: { ingress: [{ ip: '2.2.2.2' }, { hostname: 'b.example.com' }] } },
      },
      'a | LoadBalancer | <none> | 2.2.2.2,b.example.com,9.9.9.9 | <none> | 60m | <none>',
    ],
    [
      'services',
      { spec: { type: 'ExternalName', externalName: 'x.example.com' } },
      'a | ExternalName | <none> | x.example.com | <none> | 60m | <none>',
    ],
    [
      'ingresses',
      { spec: { rules: ['a', 'b', 'c', 'd'].map((host) => ({ host })), tls: [{}] } },
      'a | <none> | a,b,c + 1 more... |  | 80, 443 | 60m',
    ],
    ['ingresses', { spec: { ingressClassName: 'x' } }, 'a | x | * |  | 80 | 60m'],
    [
      'endpointslices',
      {
        addressType: 'IPv4',
        ports: [{ port: 80 }, { name: 'x' }, {}],
        endpoints: [{ addresses: ['1', '2'] }, { addresses: ['3', '4', '5'] }],
      },
      'a | IPv4 | 80,x,* | 1,2,3 + 2 more... | 60m',
    ],
    [
      'nodes',
      {
        metadata: {
          ...metadata,
          labels: { 'node-role.kubernetes.io/worker': '', 'kubernetes.io/role': 'extra' },
        },
        spec: { unschedulable: true },
        status: {
          conditions: [{ type: 'Ready', status: 'Unknown' }],
          addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
          nodeInfo: { kubeletVersion: 'v1', kernelVersion: '6', architecture: 'arm64' },
        },
      },
      'a | NotReady,SchedulingDisabled | extra,worker | 60m | v1 | 10.0.0.1 | <none> | <unknown> | 6 (arm64) | <unknown>',
    ],
    [
      'events',
      {
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:59:00Z',
        count: 4,
        type: 'Warning',
        reason: 'Failed',
        message: ' no \n',
        involvedObject: { kind: 'Pod', name: 'p', fieldPath: 'spec' },
        source: { component: 'kubelet', host: 'n' },
      },
      '60s | Warning | Failed | pod/p | spec | kubelet, n | no | 60m | 4 | a',
    ],
    [
      'events',
      {
        eventTime: '2026-01-01T00:30:00.000000Z',
        series: { count: 7, lastObservedTime: '2026-01-01T00:59:30Z' },
        reportingComponent: 'me',
      },
      '30s |  |  |  |  | me |  | 30m | 7 | a',
    ],
    ['serviceaccounts', {}, 'a | 60m'],
    ['roles', { rules: [] }, 'a | 2026-01-01T00:00:00Z'],
    [
      'clusterrolebindings',
      {
        roleRef: { kind: 'ClusterRole', name: 'view' },
        subjects: [
          { kind: 'ServiceAccount', namespace: 'n', name: 's' },
          { kind: 'User', name: 'u' },
          { kind: 'User', name: 'v' },
          { kind: 'Group', name: 'g' },
        ],
      },
      'a | ClusterRole/view | 60m | u, v | g | n/s',
    ],
    [
      'persistentvolumes',
      {
        spec: {
          capacity: { storage: '5Gi' },
          accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
          claimRef: { namespace: 'n', name: 'c' },
          storageClassName: 'fast',
        },
        status: { phase: 'Bound' },
      },
      'a | 5Gi | RWO,RWX | Retain | Bound | n/c | fast | <unset> |  | 60m | Filesystem',
    ],
    [
      'persistentvolumeclaims',
      {
        spec: { volumeName: 'v', storageClassName: 'fast', resources: {} },
        status: {
          phase: 'Bound',
          capacity: { storage: '5Gi' },
          accessModes: ['ReadWriteOncePod'],
        },
      },
      'a | Bound | v | 5Gi | RWOP | fast | <unset> | 60m | Filesystem',
    ],
    [
      'persistentvolumeclaims',
      {
        metadata: {
          ...metadata,
          annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' },
          deletionTimestamp: '2026-01-01T00:00:00Z',
        },
        spec: { storageClassName: 'new' },
      },
      'a | Terminating |  |  |  | old | <unset> | 60m | Filesystem',
    ],
    [
      'customresourcedefinitions',
      {
        spec: {
          group: 'g',
          scope: 'Namespaced',
          names: { kind: 'K', shortNames: ['k', 'kk'] },
          versions: [{ name: 'v1' }, { name: 'v2' }],
        },
        status: { conditions: [{ type: 'Established', status: 'True' }] },
      },
      'a | Namespaced | v1,v2 | 2026-01-01T00:00:00Z | g | K | k,kk | true',
    ],
  ])('tells of %s %j', (plural, object, row) => {
    expect(cells(plural, object)).toBe(row);
  });

  it('shows the age of a custom object if no definition declares columns', () => {
    const served = customResource({
      group: 'example.com',
      version: 'v1',
      plural: 'widgets',
      kind: 'Widget',
      namespaced: true,
    });
    const { columns, cells: cellsOf } = tableOf(served);

    expect(columns.map(({ name }) => name)).toEqual(['Name', 'Age']);
    expect(cellsOf({ metadata }, NOW)).toEqual(['a', '60m']);
  });

  it('has the columns of a definition, in the types that they name', () => {
    const column = (name: string, type: string, jsonPath: string) => ({
      ...{ name, type, jsonPath, format: '', description: '', priority: 0 },
    });
    const { cells: cellsOf } = tableOf({
      ...customResource({
        group: 'example.com',
        version: 'v1',
        plural: 'widgets',
        kind: 'Widget',
        namespaced: true,
      }),
      printerColumns: [
        column('Size', 'integer', '.size'),
        column('Ratio', 'number', '.ratio'),
        column('On', 'boolean', '.on'),
        column('Text', 'string', '.text'),
        column('When', 'date', '.when'),
      ],
    });

    const full = { size: 3.7, ratio: 1.5, on: true, text: { a: 1 }, when: '2026-01-01T00:59:00Z' };
    expect(cellsOf({ metadata, ...full }, NOW)).toEqual(['a', 3, 1.5, true, '{"a":1}', '60s']);
    const odd = { size: 'x', ratio: 'x', on: 'x', text: null, when: 'soon' };
    expect(cellsOf({ metadata, ...odd }, NOW)).toEqual(['a', null, null, null, null, '<invalid>']);
    expect(cellsOf({ metadata }, NOW)).toEqual(['a', null, null, null, null, null]);
  });
});
