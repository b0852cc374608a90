import { type JsonObject } from '../objects/stored-object.js';
import { type NameRule, type ServedResource, namesOf } from './served-resource.js';

/** How a resource differs from the usual one, which is namespaced and counts generations. */
interface Particulars {
  readonly shortNames?: readonly string[];
  readonly clusterScoped?: boolean;
  readonly fields?: readonly string[];
  readonly noGeneration?: boolean;
  readonly updatesByVersion?: boolean;
  readonly returnsDeleted?: boolean;
  readonly endsGracefully?: boolean;
  readonly noWatchCache?: boolean;
  readonly scales?: boolean;
  readonly nameRule?: NameRule;
  readonly categories?: readonly string[];
  readonly bookmark?: JsonObject;
}

const ALL = ['all'];
const SCALE = {
  specReplicas: '.spec.replicas',
  statusReplicas: '.status.replicas',
  selector: '.spec.selector',
};
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
const POD_TEMPLATE = { metadata: {}, spec: { containers: null } };
const WORKLOAD = {
  spec: { selector: null, template: POD_TEMPLATE },
  status: {},
};

const RBAC = 'rbac.authorization.k8s.io';
const ACCESS: Particulars = { nameRule: 'segment', noGeneration: true };
const NO_ROLE = { roleRef: { apiGroup: '', kind: '', name: '' } };

/** The built-in resources that every server serves. */
export const BUILT_IN_RESOURCES: readonly ServedResource[] = [
  builtIn('', 'v1', 'pods', 'Pod', {
    shortNames: ['po'],
    fields: POD_FIELDS,
    categories: ALL,
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
    nameRule: 'label',
    noGeneration: true,
    returnsDeleted: true,
    bookmark: EMPTY,
  }),
  builtIn('', 'v1', 'services', 'Service', {
    shortNames: ['svc'],
    fields: ['spec.clusterIP', 'spec.type'],
    categories: ALL,
    nameRule: 'label',
    noGeneration: true,
    returnsDeleted: true,
    bookmark: { spec: {}, status: { loadBalancer: {} } },
  }),
  builtIn('', 'v1', 'configmaps', 'ConfigMap', { shortNames: ['cm'], noGeneration: true }),
  builtIn('', 'v1', 'secrets', 'Secret', { fields: ['type'], noGeneration: true }),
  builtIn('', 'v1', 'serviceaccounts', 'ServiceAccount', {
    shortNames: ['sa'],
    noGeneration: true,
    returnsDeleted: true,
  }),
  builtIn('', 'v1', 'persistentvolumes', 'PersistentVolume', {
    shortNames: ['pv'],
    clusterScoped: true,
    noGeneration: true,
    returnsDeleted: true,
    bookmark: EMPTY,
  }),
  builtIn('', 'v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', {
    shortNames: ['pvc'],
    noGeneration: true,
    returnsDeleted: true,
    bookmark: { spec: { resources: {} }, status: {} },
  }),
  builtIn('', 'v1', 'events', 'Event', {
    shortNames: ['ev'],
    fields: EVENT_FIELDS,
    nameRule: 'segment',
    noGeneration: true,
    noWatchCache: true,
  }),
  builtIn('apps', 'v1', 'deployments', 'Deployment', {
    shortNames: ['deploy'],
    categories: ALL,
    scales: true,
    bookmark: WORKLOAD,
  }),
  builtIn('apps', 'v1', 'replicasets', 'ReplicaSet', {
    shortNames: ['rs'],
    categories: ALL,
    scales: true,
    fields: ['status.replicas'],
    bookmark: WORKLOAD,
  }),
  builtIn('apps', 'v1', 'statefulsets', 'StatefulSet', {
    shortNames: ['sts'],
    categories: ALL,
    scales: true,
    bookmark: WORKLOAD,
  }),
  builtIn('apps', 'v1', 'daemonsets', 'DaemonSet', {
    shortNames: ['ds'],
    categories: ALL,
    bookmark: WORKLOAD,
  }),
  builtIn('batch', 'v1', 'jobs', 'Job', {
    fields: ['status.successful'],
    categories: ALL,
    bookmark: WORKLOAD,
  }),
  builtIn('batch', 'v1', 'cronjobs', 'CronJob', {
    shortNames: ['cj'],
    categories: ALL,
    bookmark: {
      spec: {
        schedule: '',
        jobTemplate: { metadata: {}, spec: { template: POD_TEMPLATE } },
      },
      status: {},
    },
  }),
  builtIn('networking.k8s.io', 'v1', 'ingresses', 'Ingress', {
    shortNames: ['ing'],
    bookmark: { spec: {}, status: { loadBalancer: {} } },
  }),
  builtIn('discovery.k8s.io', 'v1', 'endpointslices', 'EndpointSlice', {
    bookmark: { addressType: '', endpoints: null, ports: null },
  }),
  builtIn('coordination.k8s.io', 'v1', 'leases', 'Lease', {
    noGeneration: true,
    updatesByVersion: true,
    bookmark: { spec: {} },
  }),
  builtIn(RBAC, 'v1', 'roles', 'Role', { ...ACCESS, bookmark: { rules: null } }),
  builtIn(RBAC, 'v1', 'rolebindings', 'RoleBinding', { ...ACCESS, bookmark: NO_ROLE }),
  builtIn(RBAC, 'v1', 'clusterroles', 'ClusterRole', {
    ...ACCESS,
    clusterScoped: true,
    bookmark: { rules: null },
  }),
  builtIn(RBAC, 'v1', 'clusterrolebindings', 'ClusterRoleBinding', {
    ...ACCESS,
    clusterScoped: true,
    bookmark: NO_ROLE,
  }),
  builtIn('apiextensions.k8s.io', 'v1', 'customresourcedefinitions', 'CustomResourceDefinition', {
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
    clusterScoped: true,
    updatesByVersion: true,
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
    ...namesOf({ group, version, plural, kind }),
    namespaced: particulars.clusterScoped !== true,
    shortNames: particulars.shortNames ?? [],
    categories: particulars.categories ?? [],
    nameRule: particulars.nameRule ?? 'subdomain',
    builtIn: true,
    selectableFields: particulars.fields ?? [],
    countsGeneration: particulars.noGeneration !== true,
    updatesByVersion: particulars.updatesByVersion === true,
    returnsDeleted: particulars.returnsDeleted === true,
    // Each kind that has a status has it as a subresource.
    hasStatus: particulars.bookmark?.['status'] !== undefined,
    // A namespace takes its content with it, so a server does not delete all of them at once.
    deletesMany: plural !== 'namespaces',
    scale: particulars.scales === true ? SCALE : undefined,
    printerColumns: undefined,
    schema: undefined,
    endsGracefully: particulars.endsGracefully === true,
    watchCache: particulars.noWatchCache !== true,
    bookmarkFields: particulars.bookmark ?? {},
  };
}
