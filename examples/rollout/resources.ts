import {
  type KubeObject,
  type Resource,
  clusterRoleBindings,
  clusterRoles,
  configMaps,
  cronJobs,
  customResourceDefinitions,
  daemonSets,
  deployments,
  endpointSlices,
  events,
  ingresses,
  invalidArgument,
  jobs,
  leases,
  namespaces,
  nodes,
  persistentVolumeClaims,
  persistentVolumes,
  pods,
  replicaSets,
  resource,
  roleBindings,
  roles,
  secrets,
  serviceAccounts,
  services,
  statefulSets,
} from 'rxkube';

const READY: readonly Resource<KubeObject>[] = [
  pods,
  nodes,
  namespaces,
  services,
  configMaps,
  secrets,
  events,
  deployments,
  replicaSets,
  statefulSets,
  daemonSets,
  jobs,
  cronJobs,
  ingresses,
  endpointSlices,
  leases,
  serviceAccounts,
  roles,
  roleBindings,
  clusterRoles,
  clusterRoleBindings,
  persistentVolumes,
  persistentVolumeClaims,
  customResourceDefinitions,
];

/**
 * The resource that `--resource` names: the plural of a ready one, or `plural.version.group` of any other, as
 * kubectl writes it.
 *
 * @throws ProtocolError `invalidArgument` that says what would be taken.
 */
export function resourceNamed(name: string): Resource<KubeObject> {
  const ready = READY.find(({ plural }) => plural === name.toLowerCase());
  if (ready !== undefined) return ready;
  const [plural = '', version = '', ...group] = name.split('.');
  if (group.length === 0) {
    throw invalidArgument(
      '--resource',
      `${JSON.stringify(name)} is not known; pass one of ${READY.map((known) => known.plural).join(', ')}, or plural.version.group`,
    );
  }

  // The kind only fills in missing fields, and servers omit it for built-in types only.
  return resource({ group: group.join('.'), version, plural, kind: 'Object', namespaced: true });
}
