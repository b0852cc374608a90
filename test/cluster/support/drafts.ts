import { type Draft } from './api.js';

/** A pod that no node will ever run: it is there to be listed and watched. */
export function pod(name: string, labels: Readonly<Record<string, string>> = {}): Draft {
  return {
    metadata: { name, labels },
    spec: { containers: [{ name: 'main', image: 'example.com/none' }] },
  };
}

/** The definition of a custom resource of `shop.example.com` with whatever fields. */
export function definition(plural: string, singular: string, kind: string): Draft {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.shop.example.com` },
    spec: {
      group: 'shop.example.com',
      scope: 'Namespaced',
      names: { plural, singular, kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
        },
      ],
    },
  };
}

/** A secret that is none. */
export function secret(name: string, labels: Readonly<Record<string, string>> = {}): Draft {
  return { metadata: { name, labels }, stringData: { name } };
}

/** Settings that no component reads. */
export function configMap(name: string): Draft {
  return { metadata: { name }, data: { name } };
}
