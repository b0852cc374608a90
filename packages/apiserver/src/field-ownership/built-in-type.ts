import { type FieldType, type ListKey, type ListType } from './field-type.js';

/**
 * Fields of built-in kinds that are maps with keys of the user's choice: `additionalProperties` of
 * v1.37.
 */
const MAPS = [
  'allocatable',
  'allocatedResources',
  'annotations',
  'binaryData',
  'capacity',
  'data',
  'deprecatedTopology',
  'labels',
  'limits',
  'matchLabels',
  'options',
  'overhead',
  'requests',
  'stringData',
  'userAnnotations',
  'volumeAttributes',
];
/** Objects that have one owner as a whole: `x-kubernetes-map-type: atomic` of v1.37. */
const ATOMIC = [
  'configMapKeyRef',
  'dataSource',
  'fieldRef',
  'fileKeyRef',
  'involvedObject',
  'labelSelector',
  'namespaceSelector',
  'nodePublishSecretRef',
  'nodeSelector',
  'port',
  'preference',
  'related',
  'requiredDuringSchedulingIgnoredDuringExecution',
  'resource',
  'resourceFieldRef',
  'roleRef',
  'secretKeyRef',
  'selector',
  'targetRef',
];
/** Lists whose items have one owner each as a whole. */
const ATOMIC_ITEMS = ['ownerReferences'];
const CONTAINERS = ['containers', 'initContainers', 'ephemeralContainers'];
/**
 * Lists whose items are owned one by one: `x-kubernetes-list-map-keys` of v1.37. All others are
 * atomic.
 */
const KEYED: ReadonlyMap<string, readonly ListKey[]> = new Map([
  ['claims', keys('name')],
  ['conditions', keys('type')],
  ['containers', keys('name')],
  ['env', keys('name')],
  ['ephemeralContainers', keys('name')],
  ['hostAliases', keys('ip')],
  ['initContainers', keys('name')],
  ['ownerReferences', keys('uid')],
  ['podIPs', keys('ip')],
  ['resourceClaims', keys('name')],
  ['resourceClaimStatuses', keys('name')],
  ['schedulingGates', keys('name')],
  ['secrets', keys('name')],
  ['topologySpreadConstraints', keys('topologyKey', 'whenUnsatisfiable')],
  ['volumeDevices', keys('devicePath')],
  ['volumeMounts', keys('mountPath')],
  ['volumes', keys('name')],
]);
const PROTOCOL: ListKey = { name: 'protocol', fallback: 'TCP' };

/**
 * Finds the type of a built-in kind by the names of its fields. Few kinds differ in one; they are
 * named here.
 */
export function builtInType(kind: string): FieldType {
  return typeOf(kind, '', '');
}

function typeOf(kind: string, name: string, parent: string): FieldType {
  return {
    atomic: ATOMIC.includes(name) || (name === 'secretRef' && parent !== 'envFrom'),
    requires: undefined,
    list: listType(kind, name, parent),
    declares: () => !MAPS.includes(name),
    field: (field) => typeOf(kind, field, name),
    // The fields of an item show in which list it is.
    items: () => ({
      ...typeOf(kind, '', ''),
      atomic: ATOMIC_ITEMS.includes(name),
      field: (field) => typeOf(kind, field, name),
    }),
  };
}

function listType(kind: string, name: string, parent: string): ListType {
  switch (name) {
    case 'finalizers':
      return parent === 'metadata' ? 'set' : 'atomic';
    case 'podCIDRs':
      return 'set';
    case 'conditions':
      return kind === 'Job' ? 'atomic' : keys('type');
    case 'addresses':
      return parent === 'status' ? keys('type') : 'set';
    case 'imagePullSecrets':
      return kind === 'ServiceAccount' ? 'atomic' : keys('name');
    case 'ports':
      if (CONTAINERS.includes(parent)) return [...keys('containerPort'), PROTOCOL];

      return kind === 'Service' && parent === 'spec' ? [...keys('port'), PROTOCOL] : 'atomic';
    default:
      return KEYED.get(name) ?? 'atomic';
  }
}

function keys(...names: readonly string[]): readonly ListKey[] {
  return names.map((name) => ({ name }));
}
