import { definition } from '../drafts.js';

/** The paths of the collections that requests and histories use. */
export const PATHS = {
  widgets: '/apis/parity.example.com/v1/namespaces/<ns>/widgets',
  typed: '/apis/parity.example.com/v1/namespaces/<ns>/typed',
  configmaps: '/api/v1/namespaces/<ns>/configmaps',
  secrets: '/api/v1/namespaces/<ns>/secrets',
  pods: '/api/v1/namespaces/<ns>/pods',
  services: '/api/v1/namespaces/<ns>/services',
  deployments: '/apis/apps/v1/namespaces/<ns>/deployments',
  statefulsets: '/apis/apps/v1/namespaces/<ns>/statefulsets',
  daemonsets: '/apis/apps/v1/namespaces/<ns>/daemonsets',
  replicasets: '/apis/apps/v1/namespaces/<ns>/replicasets',
  jobs: '/apis/batch/v1/namespaces/<ns>/jobs',
  cronjobs: '/apis/batch/v1/namespaces/<ns>/cronjobs',
  ingresses: '/apis/networking.k8s.io/v1/namespaces/<ns>/ingresses',
  endpointslices: '/apis/discovery.k8s.io/v1/namespaces/<ns>/endpointslices',
  leases: '/apis/coordination.k8s.io/v1/namespaces/<ns>/leases',
  events: '/api/v1/namespaces/<ns>/events',
  nodes: '/api/v1/nodes',
  namespaces: '/api/v1/namespaces',
} as const;

export type Plural = keyof typeof PATHS;

type Metadata = Readonly<Record<string, unknown>>;

const CONTAINERS = [{ name: 'app', image: 'example.com/app' }];

/** A valid object of each kind, with as little content as that takes. */
export function objectOf(plural: Plural, name: string, metadata: Metadata = {}): object {
  const whole = { name, ...metadata };
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: CONTAINERS } };
  const workload = { selector: { matchLabels: labels }, template };
  switch (plural) {
    case 'widgets':
      return {
        apiVersion: 'parity.example.com/v1',
        kind: 'Widget',
        metadata: whole,
        spec: { size: 1 },
      };
    case 'typed':
      return {
        apiVersion: 'parity.example.com/v1',
        kind: 'Typed',
        metadata: whole,
        spec: { replicas: 1, items: [{ name: 'p', value: 1 }] },
      };
    case 'configmaps':
      return { apiVersion: 'v1', kind: 'ConfigMap', metadata: whole, data: { k: '1' } };
    case 'secrets':
      return { apiVersion: 'v1', kind: 'Secret', metadata: whole, data: { k: 'MQ==' } };
    case 'pods':
      return { apiVersion: 'v1', kind: 'Pod', metadata: whole, spec: { containers: CONTAINERS } };
    case 'services':
      return {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: whole,
        spec: { selector: labels, ports: [{ name: 'http', port: 80 }] },
      };
    case 'deployments':
      return {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: whole,
        spec: { replicas: 1, ...workload },
      };
    case 'replicasets':
      return {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: whole,
        spec: { replicas: 1, ...workload },
      };
    case 'statefulsets':
      return {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: whole,
        spec: { replicas: 1, serviceName: 's', ...workload },
      };
    case 'daemonsets':
      return { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: whole, spec: workload };
    case 'jobs':
      return {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: whole,
        spec: { template: { spec: { containers: CONTAINERS, restartPolicy: 'Never' } } },
      };
    case 'cronjobs':
      return {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: whole,
        spec: {
          schedule: '* * * * *',
          jobTemplate: {
            spec: { template: { spec: { containers: CONTAINERS, restartPolicy: 'Never' } } },
          },
        },
      };
    case 'ingresses':
      return {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: whole,
        spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
      };
    case 'endpointslices':
      return {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: whole,
        addressType: 'IPv4',
        endpoints: [{ addresses: ['10.1.2.3'] }],
        ports: [{ name: 'http', port: 80 }],
      };
    case 'leases':
      return {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: whole,
        spec: { holderIdentity: 'h' },
      };
    case 'events':
      return {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { namespace: '<ns>', ...whole },
        involvedObject: { kind: 'Pod', namespace: '<ns>', name: 'p' },
        reason: 'Tried',
        message: 'm',
        type: 'Normal',
      };
    case 'nodes':
      return { apiVersion: 'v1', kind: 'Node', metadata: whole };
    case 'namespaces':
      return { apiVersion: 'v1', kind: 'Namespace', metadata: whole };
  }
}

/** A custom resource with a schema: lists of each type, a map, `/status` and `/scale`. */
export function typedDefinition(): object {
  const whole = definition('typed', 'Typed') as {
    readonly spec: { readonly versions: readonly object[] };
  };
  const text = { type: 'string' };
  const number = { type: 'integer' };
  const item = {
    type: 'object',
    required: ['name'],
    properties: { name: text, value: number, note: text },
  };
  const spec = {
    type: 'object',
    properties: {
      replicas: number,
      items: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: item,
      },
      words: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
      plain: { type: 'array', items: text },
      map: { type: 'object', additionalProperties: text },
      atomic: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: text },
      open: { 'x-kubernetes-preserve-unknown-fields': true },
      inner: { type: 'object', properties: { a: text, b: number } },
    },
  };
  const status = {
    type: 'object',
    properties: { replicas: number, phase: text },
  };

  return {
    ...whole,
    spec: {
      ...whole.spec,
      versions: whole.spec.versions.map((version) => ({
        ...version,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
      })),
    },
  };
}
