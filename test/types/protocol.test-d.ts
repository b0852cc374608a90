import {
  type Collection,
  type ConfigMap,
  type CronJob,
  type CustomResourceDefinition,
  type DaemonSet,
  type DecodeError,
  type Deployment,
  type EndpointSlice,
  type Event,
  type FieldPath,
  type FieldSelector,
  type Ingress,
  type Job,
  type KubeError,
  KubeObject,
  type LabelSelector,
  type Lease,
  type ListPage,
  type Namespace,
  type Node,
  type ObjectMeta,
  type PartialObjectMetadata,
  type Pod,
  type ProtocolError,
  type ReplicaSet,
  type Resource,
  type ResourceVersion,
  type Secret,
  type Service,
  type StatefulSet,
  type StatusError,
  type TransportError,
  type WatchEvent,
  allOf,
  configMaps,
  cronJobs,
  customResourceDefinitions,
  daemonSets,
  decodeWatchEvent,
  deployments,
  endpointSlices,
  events,
  field,
  formatSelector,
  ingresses,
  isExpired,
  isKubeError,
  jobs,
  label,
  leases,
  listRequest,
  matchesFields,
  matchesLabels,
  metadataOnly,
  namespaces,
  nodes,
  parseFieldSelector,
  parseLabelSelector,
  pods,
  replicaSets,
  resource,
  resourceVersion,
  secrets,
  services,
  statefulSets,
  watchRequest,
} from '@rxkube/protocol';
import { type either as E } from 'fp-ts';
import * as t from 'io-ts';
import { describe, expectTypeOf, it } from 'vitest';

describe('objects as they are served', () => {
  it('have their metadata and their spec', () => {
    expectTypeOf<Pod['metadata']>().toExtend<ObjectMeta>();
    expectTypeOf<Pod['metadata']['name']>().toEqualTypeOf<string>();
    expectTypeOf((pod: Pod) => pod.spec.containers[0]?.image).returns.toEqualTypeOf<
      string | undefined
    >();
    expectTypeOf((pod: Pod) => pod.status?.phase).returns.toEqualTypeOf<string | undefined>();
    expectTypeOf((deployment: Deployment) => deployment.spec.replicas).returns.toEqualTypeOf<
      number | undefined
    >();
    expectTypeOf((map: ConfigMap) => map.data?.['key']).returns.toEqualTypeOf<string | undefined>();
    expectTypeOf((pod: Pod) => pod.metadata.labels?.['app']).returns.toEqualTypeOf<
      string | undefined
    >();
    expectTypeOf((lease: Lease) => lease.spec.holderIdentity).returns.toEqualTypeOf<
      string | undefined
    >();
  });

  it('may come without apiVersion and kind, as in lists', () => {
    expectTypeOf<Pod['kind']>().toEqualTypeOf<'Pod' | undefined>();
    expectTypeOf<Deployment['apiVersion']>().toEqualTypeOf<'apps/v1' | undefined>();
  });

  it('have no spec where the kind has none', () => {
    expectTypeOf<ConfigMap>().not.toHaveProperty('spec');
    expectTypeOf<Secret>().not.toHaveProperty('spec');
  });

  it('may have no list where the server writes null', () => {
    expectTypeOf<EndpointSlice['endpoints']>().toBeNullable();
  });

  it('are read-only, and differ from a manifest, which may leave fields out', () => {
    const rename = (pod: Pod): void => {
      // @ts-expect-error -- objects are shared by all who read them
      pod.metadata.name = 'b';
      // @ts-expect-error -- objects are shared by all who read them
      pod.spec = { containers: [] };
    };
    expectTypeOf(rename).parameter(0).toEqualTypeOf<Pod>();
    expectTypeOf<{ metadata: object }>().not.toExtend<Pod>();
  });
});

describe('ready resources', () => {
  it('know the type of their objects', () => {
    expectTypeOf(pods).toEqualTypeOf<Resource<Pod>>();
    expectTypeOf(nodes).toEqualTypeOf<Resource<Node>>();
    expectTypeOf(namespaces).toEqualTypeOf<Resource<Namespace>>();
    expectTypeOf(services).toEqualTypeOf<Resource<Service>>();
    expectTypeOf(configMaps).toEqualTypeOf<Resource<ConfigMap>>();
    expectTypeOf(secrets).toEqualTypeOf<Resource<Secret>>();
    expectTypeOf(events).toEqualTypeOf<Resource<Event>>();
    expectTypeOf(deployments).toEqualTypeOf<Resource<Deployment>>();
    expectTypeOf(replicaSets).toEqualTypeOf<Resource<ReplicaSet>>();
    expectTypeOf(statefulSets).toEqualTypeOf<Resource<StatefulSet>>();
    expectTypeOf(daemonSets).toEqualTypeOf<Resource<DaemonSet>>();
    expectTypeOf(jobs).toEqualTypeOf<Resource<Job>>();
    expectTypeOf(cronJobs).toEqualTypeOf<Resource<CronJob>>();
    expectTypeOf(ingresses).toEqualTypeOf<Resource<Ingress>>();
    expectTypeOf(endpointSlices).toEqualTypeOf<Resource<EndpointSlice>>();
    expectTypeOf(leases).toEqualTypeOf<Resource<Lease>>();
    expectTypeOf(customResourceDefinitions).toEqualTypeOf<Resource<CustomResourceDefinition>>();
  });

  it('are resources of some object', () => {
    expectTypeOf<Resource<Pod>>().toExtend<Resource<KubeObject>>();
    expectTypeOf<Resource<CustomResourceDefinition>>().toExtend<Resource<KubeObject>>();
    expectTypeOf<Collection<Pod>>().toExtend<Collection<KubeObject>>();
    expectTypeOf<Resource<Pod>>().not.toExtend<Resource<Node>>();
  });

  it('lose all but the metadata when only these are asked for', () => {
    expectTypeOf(metadataOnly(pods)).toEqualTypeOf<Collection<PartialObjectMetadata>>();
    expectTypeOf<PartialObjectMetadata>().not.toHaveProperty('spec');
  });
});

describe('resource', () => {
  const place = {
    group: 'example.com',
    version: 'v1',
    plural: 'widgets',
    kind: 'Widget',
    namespaced: true,
  };

  it('takes the type of the objects from the codec', () => {
    const Widget = t.intersection([KubeObject, t.type({ spec: t.type({ size: t.number }) })]);
    const widgets = resource({ ...place, codec: Widget });

    expectTypeOf(widgets).toEqualTypeOf<Resource<t.TypeOf<typeof Widget>>>();
    expectTypeOf(widgets).toExtend<Resource<{ metadata: ObjectMeta; spec: { size: number } }>>();
  });

  it('takes it as a promise where there is no codec', () => {
    interface Widget extends KubeObject {
      readonly spec: { readonly size: number };
    }

    expectTypeOf(resource<Widget>(place)).toEqualTypeOf<Resource<Widget>>();
    expectTypeOf(resource(place)).toEqualTypeOf<Resource<KubeObject>>();
  });

  it('refuses a codec of something that has no metadata, and a place that is not whole', () => {
    // @ts-expect-error -- no metadata
    expectTypeOf(resource({ ...place, codec: t.type({ spec: t.unknown }) })).toBeObject();
    // @ts-expect-error -- the kind is missing
    expectTypeOf(resource({ group: '', version: 'v1', plural: 'pods' })).toBeObject();
  });
});

describe('selectors', () => {
  it('are of two kinds that do not mix', () => {
    expectTypeOf(label('app').equals('web')).toEqualTypeOf<LabelSelector>();
    expectTypeOf(label('app').in(['a'] as const)).toEqualTypeOf<LabelSelector>();
    expectTypeOf(field('a').equals('b')).toEqualTypeOf<FieldSelector>();
    expectTypeOf(allOf(label('a').exists(), label('b').exists())).toEqualTypeOf<LabelSelector>();
    expectTypeOf(allOf(field('a').equals('b'))).toEqualTypeOf<FieldSelector>();
    expectTypeOf(parseLabelSelector).returns.toEqualTypeOf<LabelSelector>();
    expectTypeOf(parseFieldSelector).returns.toEqualTypeOf<FieldSelector>();
    expectTypeOf(formatSelector).parameter(0).toEqualTypeOf<LabelSelector | FieldSelector>();
    expectTypeOf(matchesLabels).parameter(0).toEqualTypeOf<LabelSelector>();
    expectTypeOf(matchesFields).parameter(0).toEqualTypeOf<FieldSelector>();
    expectTypeOf<LabelSelector>().not.toExtend<Collection<Pod>['fieldSelector']>();
    // @ts-expect-error -- labels and fields are sent apart
    expectTypeOf(allOf(label('a').exists(), field('b').equals('c'))).toBeObject();
    // @ts-expect-error -- there is nothing to join
    expectTypeOf(allOf()).toBeObject();
  });

  it('know the paths of a type', () => {
    expectTypeOf(field<Pod>('status.phase').equals('Running')).toEqualTypeOf<FieldSelector>();
    expectTypeOf(field<Event>('involvedObject.name')).toBeObject();
    expectTypeOf(field<Node>('spec.unschedulable').equals(true)).toEqualTypeOf<FieldSelector>();
    expectTypeOf<'metadata.name' | 'metadata.namespace'>().toExtend<FieldPath<KubeObject>>();
    expectTypeOf<'spec.securityContext.runAsUser'>().toExtend<FieldPath<Pod>>();
    expectTypeOf<'spec.names.plural'>().toExtend<FieldPath<CustomResourceDefinition>>();
    // @ts-expect-error -- a typing mistake
    expectTypeOf(field<Pod>('status.fase')).toBeObject();
    // @ts-expect-error -- a list has no one value
    expectTypeOf(field<Pod>('spec.containers')).toBeObject();
    // @ts-expect-error -- no plain value
    expectTypeOf(field<Pod>('status')).toBeObject();
    // @ts-expect-error -- a map has no one value
    expectTypeOf(field<Pod>('metadata.labels')).toBeObject();
    // @ts-expect-error -- what is in a map
    expectTypeOf(field<Pod>('metadata.labels.app')).toBeObject();
  });

  it('take any path where no type is given', () => {
    expectTypeOf(field('status.successful')).toBeObject();
  });
});

describe('errors', () => {
  it('are four, told apart by their tag', () => {
    expectTypeOf<KubeError>().toEqualTypeOf<
      TransportError | StatusError | DecodeError | ProtocolError
    >();
    expectTypeOf<KubeError['_tag']>().toEqualTypeOf<
      'TransportError' | 'StatusError' | 'DecodeError' | 'ProtocolError'
    >();
    expectTypeOf<Extract<KubeError, { _tag: 'StatusError' }>>().toEqualTypeOf<StatusError>();
    expectTypeOf<KubeError>().toExtend<Error>();
  });

  it('are recognised by the guards', () => {
    expectTypeOf(isKubeError).guards.toEqualTypeOf<KubeError>();
    expectTypeOf(isExpired).guards.toExtend<StatusError>();
  });
});

describe('events and requests', () => {
  it('decode to the objects of the codec', () => {
    expectTypeOf(decodeWatchEvent(pods.codec)).returns.toEqualTypeOf<
      E.Either<DecodeError | StatusError | ProtocolError, WatchEvent<Pod>>
    >();
    expectTypeOf<WatchEvent<Pod>['type']>().toEqualTypeOf<
      'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
    >();
    expectTypeOf<Extract<WatchEvent<Pod>, { type: 'BOOKMARK' }>>().not.toHaveProperty('object');
  });

  it('need a version that is known to be one', () => {
    expectTypeOf(resourceVersion('1')).toEqualTypeOf<ResourceVersion>();
    expectTypeOf<string>().not.toExtend<ResourceVersion>();
    expectTypeOf<ResourceVersion>().toExtend<string>();
    expectTypeOf(watchRequest).parameter(0).toEqualTypeOf<Collection<KubeObject>>();
    const page = { limit: 1, at: 'continue', token: 't' } as const;
    expectTypeOf(listRequest).parameter(1).toExtend<ListPage>();
    expectTypeOf(page).toExtend<ListPage>();
    expectTypeOf<{ limit: 1; at: 'notOlderThan' }>().not.toExtend<ListPage>();
    expectTypeOf<{
      limit: 1;
      at: 'notOlderThan';
      resourceVersion: string;
    }>().not.toExtend<ListPage>();
    // @ts-expect-error -- a token carries a version of its own
    expectTypeOf<ListPage>({ ...page, resourceVersion: resourceVersion('1') }).toBeObject();
  });

  it('keep the other branch of a guard usable', () => {
    const words = (error: StatusError): string =>
      isExpired(error) ? (error.expiredBy ?? '') : error.serverMessage;
    expectTypeOf(words).returns.toEqualTypeOf<string>();
  });
});
