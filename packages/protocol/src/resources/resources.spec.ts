import { describe, expect, it } from 'vitest';

import * as protocol from '../index.js';
import { apiVersionOf } from './resource.js';

const RBAC = 'rbac.authorization.k8s.io/v1';

describe('the ready resources', () => {
  it.each([
    [protocol.pods, 'v1', 'Pod', 'pods', true],
    [protocol.nodes, 'v1', 'Node', 'nodes', false],
    [protocol.namespaces, 'v1', 'Namespace', 'namespaces', false],
    [protocol.services, 'v1', 'Service', 'services', true],
    [protocol.configMaps, 'v1', 'ConfigMap', 'configmaps', true],
    [protocol.secrets, 'v1', 'Secret', 'secrets', true],
    [protocol.events, 'v1', 'Event', 'events', true],
    [protocol.deployments, 'apps/v1', 'Deployment', 'deployments', true],
    [protocol.replicaSets, 'apps/v1', 'ReplicaSet', 'replicasets', true],
    [protocol.statefulSets, 'apps/v1', 'StatefulSet', 'statefulsets', true],
    [protocol.daemonSets, 'apps/v1', 'DaemonSet', 'daemonsets', true],
    [protocol.jobs, 'batch/v1', 'Job', 'jobs', true],
    [protocol.cronJobs, 'batch/v1', 'CronJob', 'cronjobs', true],
    [protocol.ingresses, 'networking.k8s.io/v1', 'Ingress', 'ingresses', true],
    [protocol.endpointSlices, 'discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices', true],
    [protocol.leases, 'coordination.k8s.io/v1', 'Lease', 'leases', true],
    [protocol.serviceAccounts, 'v1', 'ServiceAccount', 'serviceaccounts', true],
    [protocol.persistentVolumes, 'v1', 'PersistentVolume', 'persistentvolumes', false],
    [
      protocol.persistentVolumeClaims,
      'v1',
      'PersistentVolumeClaim',
      'persistentvolumeclaims',
      true,
    ],
    [protocol.roles, RBAC, 'Role', 'roles', true],
    [protocol.roleBindings, RBAC, 'RoleBinding', 'rolebindings', true],
    [protocol.clusterRoles, RBAC, 'ClusterRole', 'clusterroles', false],
    [protocol.clusterRoleBindings, RBAC, 'ClusterRoleBinding', 'clusterrolebindings', false],
    [
      protocol.customResourceDefinitions,
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      'customresourcedefinitions',
      false,
    ],
  ])('say where they are served: %o', (resource, apiVersion, kind, plural, namespaced) => {
    expect(apiVersionOf(resource)).toBe(apiVersion);
    expect(resource).toMatchObject({ kind, plural, namespaced });
    expect(resource.codec).toBeUndefined();
  });
});
