import { type JsonObject } from './stored-object.js';
import { type ServedResource } from './served-resource.js';

/** What differs from the usual: a namespaced kind without extra fields that counts generations. */
interface Particulars {
  readonly shortNames?: readonly string[];
  readonly clusterScoped?: boolean;
  readonly fields?: readonly string[];
  readonly noGeneration?: boolean;
  readonly returnsDeleted?: boolean;
  readonly endsGracefully?: boolean;
  readonly noWatchCache?: boolean;
  readonly bookmark?: JsonObject;
}

const POD_FIELDS = [
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'spec.hostNetwork',
  'status.phase',
  'status.podIP',
  'status.nominatedNodeName',
];
const EVENT_FIELDS = [
  'involvedObject.kind',
  'involvedObject.namespace',
  'involvedObject.name',
  'involvedObject.uid',
  'involvedObject.apiVersion',
  'involvedObject.resourceVersion',
  'involvedObject.fieldPath',
  'reason',
  'reportingComponent',
  'source',
  'type',
];
const EMPTY = { spec: {}, status: {} };
const WORKLOAD = {
  spec: { selector: null, template: { metadata: {}, spec: { containers: null } } },
  status: {},
};

/** The built-in resources that a server serves unless told otherwise. */
export const BUILT_IN_RESOURCES: readonly ServedResource[] = [
  builtIn('', 'v1', 'pods', 'Pod', {
    shortNames: ['po'],
    fields: POD_FIELDS,
    returnsDeleted: true,
    endsGracefully: true,
    bookmark: { spec: { containers: null }, status: {} },
  }),
  builtIn('', 'v1', 'nodes', 'Node', {
    shortNames: ['no'],
    clusterScoped: true,
    fields: ['spec.unschedulable'],
    noGeneration: true,
    bookmark: EMPTY,
  }),
  builtIn('', 'v1', 'namespaces', 'Namespace', {
    shortNames: ['ns'],
    clusterScoped: true,
    fields: ['status.phase'],
    noGeneration: true,
    returnsDeleted: true,
    bookmark: EMPTY,
  }),
  builtIn('', 'v1', 'services', 'Service', {
    shortNames: ['svc'],
    fields: ['spec.clusterIP', 'spec.type'],
    noGeneration: true,
    returnsDeleted: true,
    bookmark: { spec: {}, status: { loadBalancer: {} } },
  }),
  builtIn('', 'v1', 'configmaps', 'ConfigMap', { shortNames: ['cm'], noGeneration: true }),
  builtIn('', 'v1', 'secrets', 'Secret', { fields: ['type'], noGeneration: true }),
  builtIn('', 'v1', 'events', 'Event', {
    shortNames: ['ev'],
    fields: EVENT_FIELDS,
    noGeneration: true,
    noWatchCache: true,
  }),
  builtIn('apps', 'v1', 'deployments', 'Deployment', {
    shortNames: ['deploy'],
    bookmark: WORKLOAD,
  }),
  builtIn('apps', 'v1', 'replicasets', 'ReplicaSet', {
    shortNames: ['rs'],
    fields: ['status.replicas'],
    bookmark: WORKLOAD,
  }),
  builtIn('apps', 'v1', 'statefulsets', 'StatefulSet', {
    shortNames: ['sts'],
    bookmark: WORKLOAD,
  }),
  builtIn('apps', 'v1', 'daemonsets', 'DaemonSet', { shortNames: ['ds'], bookmark: WORKLOAD }),
  builtIn('batch', 'v1', 'jobs', 'Job', { fields: ['status.successful'], bookmark: WORKLOAD }),
  builtIn('batch', 'v1', 'cronjobs', 'CronJob', { shortNames: ['cj'], bookmark: EMPTY }),
  builtIn('networking.k8s.io', 'v1', 'ingresses', 'Ingress', {
    shortNames: ['ing'],
    bookmark: { spec: {}, status: { loadBalancer: {} } },
  }),
  builtIn('discovery.k8s.io', 'v1', 'endpointslices', 'EndpointSlice', {
    bookmark: { addressType: '', endpoints: null, ports: null },
  }),
  builtIn('coordination.k8s.io', 'v1', 'leases', 'Lease', {
    noGeneration: true,
    bookmark: { spec: {} },
  }),
  builtIn('apiextensions.k8s.io', 'v1', 'customresourcedefinitions', 'CustomResourceDefinition', {
    shortNames: ['crd', 'crds'],
    clusterScoped: true,
    bookmark: EMPTY,
  }),
];

function builtIn(
  group: string,
  version: string,
  plural: string,
  kind: string,
  particulars: Particulars,
): ServedResource {
  return {
    group,
    version,
    apiVersion: group === '' ? version : `${group}/${version}`,
    plural,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    namespaced: particulars.clusterScoped !== true,
    shortNames: particulars.shortNames ?? [],
    builtIn: true,
    selectableFields: particulars.fields ?? [],
    countsGeneration: particulars.noGeneration !== true,
    returnsDeleted: particulars.returnsDeleted === true,
    // Each kind that has a status has it as a subresource.
    hasStatus: particulars.bookmark?.['status'] !== undefined,
    endsGracefully: particulars.endsGracefully === true,
    watchCache: particulars.noWatchCache !== true,
    bookmarkFields: particulars.bookmark ?? {},
  };
}
