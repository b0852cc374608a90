import { type Draft } from './api.js';

/** A pod that no node will ever run: it is there to be listed and watched. */
export function pod(name: string, labels: Readonly<Record<string, string>> = {}): Draft {
  return {
    metadata: { name, labels },
    spec: { containers: [{ name: 'main', image: 'example.com/none' }] },
  };
}

/** A secret that is none. */
export function secret(name: string, labels: Readonly<Record<string, string>> = {}): Draft {
  return { metadata: { name, labels }, stringData: { name } };
}

/** Settings that nobody reads. */
export function configMap(name: string): Draft {
  return { metadata: { name }, data: { name } };
}
