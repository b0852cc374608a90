import type * as k8s from '@kubernetes/client-node';
import {
  type ClusterRole,
  type ClusterRoleBinding,
  type ConfigMap,
  type CronJob,
  type CustomResourceDefinition,
  type DaemonSet,
  type Deployment,
  type Draft,
  type EndpointSlice,
  type Event,
  type Ingress,
  type Job,
  type KubeObject,
  type Lease,
  type Namespace,
  type Node,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type ReplicaSet,
  type Role,
  type RoleBinding,
  type Secret,
  type Service,
  type ServiceAccount,
  type StatefulSet,
  draftOf,
} from '@rxkube/protocol';
import { describe, expectTypeOf, it } from 'vitest';

interface Widget extends KubeObject {
  spec: { size: number; sides: string[]; readonly fixed: readonly number[] };
}

describe('a served object', () => {
  it('is read-only at all depths: fields, lists and maps', () => {
    const change = (pod: Pod, { spec }: Deployment, configMap: ConfigMap): void => {
      const [container] = pod.spec.containers;
      const { status, metadata } = pod;
      const { nodeSelector } = pod.spec;
      const labels = spec.template.metadata?.labels;
      const { data } = configMap;
      if (!container || !status || !nodeSelector || !labels || !data) return;
      // @ts-expect-error -- read-only
      pod.spec.nodeName = 'n';
      // @ts-expect-error -- read-only
      pod.spec.containers.push({ name: 'main' });
      // @ts-expect-error -- read-only
      container.image = 'web:2';
      // @ts-expect-error -- read-only
      status.phase = 'Running';
      // @ts-expect-error -- read-only
      nodeSelector['zone'] = 'a';
      // @ts-expect-error -- read-only
      labels['app'] = 'web';
      // @ts-expect-error -- read-only
      data['key'] = 'value';
      // @ts-expect-error -- read-only
      metadata.name = 'a';
    };

    expectTypeOf(change).toBeFunction();
  });

  it('leaves your own type as it is', () => {
    const change = (widget: Widget): void => {
      widget.spec.size = 3;
      widget.spec.sides.push('left');
    };

    expectTypeOf(change).toBeFunction();
  });
});

describe('Draft', () => {
  it('is writable at all depths', () => {
    const change = (deployment: Deployment): Draft<Deployment> => {
      const draft = draftOf(deployment);
      draft.spec.replicas = 3;
      draft.metadata.labels = { ...draft.metadata.labels, tier: 'front' };
      draft.spec.template.spec?.containers.push({ name: 'log', image: 'log:1' });
      draft.status = { replicas: 3 };

      return draft;
    };

    expectTypeOf(change).returns.toExtend<Draft<Deployment>>();
    expectTypeOf<Draft<Deployment>['spec']['replicas']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Draft<Widget>['spec']['fixed']>().toEqualTypeOf<number[]>();
    expectTypeOf<Draft<Lease>['metadata']>().not.toHaveProperty('managedFields');
  });

  it('fits the PUT of client-node without a cast, for each kind', () => {
    expectTypeOf<Draft<ClusterRole>>().toExtend<k8s.V1ClusterRole>();
    expectTypeOf<Draft<ClusterRoleBinding>>().toExtend<k8s.V1ClusterRoleBinding>();
    expectTypeOf<Draft<ConfigMap>>().toExtend<k8s.V1ConfigMap>();
    expectTypeOf<Draft<CronJob>>().toExtend<k8s.V1CronJob>();
    expectTypeOf<Draft<DaemonSet>>().toExtend<k8s.V1DaemonSet>();
    expectTypeOf<Draft<Deployment>>().toExtend<k8s.V1Deployment>();
    expectTypeOf<Draft<Event>>().toExtend<k8s.CoreV1Event>();
    expectTypeOf<Draft<Ingress>>().toExtend<k8s.V1Ingress>();
    expectTypeOf<Draft<Job>>().toExtend<k8s.V1Job>();
    expectTypeOf<Draft<Lease>>().toExtend<k8s.V1Lease>();
    expectTypeOf<Draft<Namespace>>().toExtend<k8s.V1Namespace>();
    expectTypeOf<Draft<Node>>().toExtend<k8s.V1Node>();
    expectTypeOf<Draft<PersistentVolume>>().toExtend<k8s.V1PersistentVolume>();
    expectTypeOf<Draft<PersistentVolumeClaim>>().toExtend<k8s.V1PersistentVolumeClaim>();
    expectTypeOf<Draft<Pod>>().toExtend<k8s.V1Pod>();
    expectTypeOf<Draft<ReplicaSet>>().toExtend<k8s.V1ReplicaSet>();
    expectTypeOf<Draft<Role>>().toExtend<k8s.V1Role>();
    expectTypeOf<Draft<RoleBinding>>().toExtend<k8s.V1RoleBinding>();
    expectTypeOf<Draft<Secret>>().toExtend<k8s.V1Secret>();
    expectTypeOf<Draft<Service>>().toExtend<k8s.V1Service>();
    expectTypeOf<Draft<ServiceAccount>>().toExtend<k8s.V1ServiceAccount>();
    expectTypeOf<Draft<StatefulSet>>().toExtend<k8s.V1StatefulSet>();
    expectTypeOf<Draft<CustomResourceDefinition>>().toExtend<k8s.KubernetesObject>();
  });

  it('keeps the null of an endpoint slice, which client-node does not declare', () => {
    type Present = Omit<Draft<EndpointSlice>, 'endpoints' | 'ports'>;

    expectTypeOf<Draft<EndpointSlice>['endpoints']>().extract<null>().toBeNull();
    expectTypeOf<Present>().toExtend<Omit<k8s.V1EndpointSlice, 'endpoints' | 'ports'>>();
  });

  it('is what a program reads, changes and sends back', () => {
    const scale = async (
      deployment: Deployment,
      apps: k8s.AppsV1Api,
      objects: k8s.KubernetesObjectApi,
    ): Promise<void> => {
      const body = draftOf(deployment);
      body.spec.replicas = 3;
      const { name, namespace = 'default' } = body.metadata;
      await apps.replaceNamespacedDeployment({ name, namespace, body });
      await objects.replace(body);
    };

    expectTypeOf(scale).returns.resolves.toBeVoid();
  });
});
