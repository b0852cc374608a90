import { type ServedResource, qualifiedName } from '../resources/served-resource.js';
import { bindingTable, roleTable, serviceAccountTable } from './access-tables.js';
import { definitionTable, leaseTable, namespaceTable, nodeTable } from './cluster-tables.js';
import { configMapTable, eventTable, secretTable } from './content-tables.js';
import { customTable } from './custom-table.js';
import { endpointSliceTable, ingressTable, serviceTable } from './network-tables.js';
import { podTable } from './pod-table.js';
import { persistentVolumeClaimTable, persistentVolumeTable } from './storage-tables.js';
import { type TableShape } from './table-shape.js';
import {
  cronJobTable,
  daemonSetTable,
  deploymentTable,
  jobTable,
  replicaSetTable,
  statefulSetTable,
} from './workload-tables.js';

const BUILT_IN: ReadonlyMap<string, TableShape> = new Map([
  ['pods', podTable],
  ['nodes', nodeTable],
  ['namespaces', namespaceTable],
  ['services', serviceTable],
  ['configmaps', configMapTable],
  ['secrets', secretTable],
  ['events', eventTable],
  ['serviceaccounts', serviceAccountTable],
  ['persistentvolumes', persistentVolumeTable],
  ['persistentvolumeclaims', persistentVolumeClaimTable],
  ['deployments.apps', deploymentTable],
  ['replicasets.apps', replicaSetTable],
  ['statefulsets.apps', statefulSetTable],
  ['daemonsets.apps', daemonSetTable],
  ['jobs.batch', jobTable],
  ['cronjobs.batch', cronJobTable],
  ['ingresses.networking.k8s.io', ingressTable],
  ['endpointslices.discovery.k8s.io', endpointSliceTable],
  ['leases.coordination.k8s.io', leaseTable],
  ['roles.rbac.authorization.k8s.io', roleTable],
  ['rolebindings.rbac.authorization.k8s.io', bindingTable],
  ['clusterroles.rbac.authorization.k8s.io', roleTable],
  ['clusterrolebindings.rbac.authorization.k8s.io', bindingTable],
  ['customresourcedefinitions.apiextensions.k8s.io', definitionTable],
]);
const known = new WeakMap<ServedResource, TableShape>();

/** Finds the table of a resource. It is made once for each resource. */
export function tableOf(served: ServedResource): TableShape {
  const shape =
    known.get(served) ??
    (served.builtIn ? BUILT_IN.get(qualifiedName(served)) : undefined) ??
    customTable(served.printerColumns);
  known.set(served, shape);

  return shape;
}
