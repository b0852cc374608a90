/** Documents and paths that the scenarios are made of. */
export const SECRETS = '/api/v1/namespaces/<ns>/secrets';
export const PODS = '/api/v1/namespaces/<ns>/pods';
export const CONFIG_MAPS = '/api/v1/namespaces/<ns>/configmaps';
export const LEASES = '/apis/coordination.k8s.io/v1/namespaces/<ns>/leases';
export const WIDGETS = '/apis/parity.example.com/v1/namespaces/<ns>/widgets';

export const GADGETS = '/apis/parity.example.com/v1/namespaces/<ns>/gadgets';
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Metadata alone, as one object or as a list. */
export const METADATA = {
  accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
} as const;
export const METADATA_LIST = {
  accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
} as const;

type Metadata = Readonly<Record<string, unknown>>;

export function secret(name: string, metadata: Metadata = {}, data = 'MQ=='): object {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, ...metadata }, data: { k: data } };
}

export function configMap(name: string, metadata: Metadata = {}, value = '1'): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...metadata },
    data: { k: value },
  };
}

export function pod(name: string, metadata: Metadata = {}, nodeName?: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...metadata },
    spec: {
      ...(nodeName !== undefined && { nodeName }),
      containers: [{ name: 'main', image: 'example.com/none' }],
    },
  };
}

export function lease(name: string, metadata: Metadata = {}): object {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, ...metadata },
    spec: { holderIdentity: 'me' },
  };
}

export function widget(name: string, metadata: Metadata = {}, size = 1): object {
  return {
    apiVersion: 'parity.example.com/v1',
    kind: 'Widget',
    metadata: { name, ...metadata },
    spec: { size },
  };
}

/** A custom resource of namespaced objects of any content, with a status of its own, and perhaps with columns. */
export function definition(plural: string, kind: string, columns: readonly object[] = []): object {
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.parity.example.com` },
    spec: {
      group: 'parity.example.com',
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          schema: { openAPIV3Schema: schema },
        },
      ],
    },
  };
}
