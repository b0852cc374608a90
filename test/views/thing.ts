import { type KubeObject } from '@rxkube/protocol';

/** An object of the histories. */
export interface Thing extends KubeObject {
  readonly value: string;
  readonly amount: number;
}

/** One state of a thing: what a model knows of it. */
export interface ThingState {
  readonly uid: string;
  readonly version: string;
  readonly value: string;
  readonly amount: number;
  readonly owner: string;
}

/** Makes the object of a state. */
export function thingOf(key: string, state: ThingState): Thing {
  const [namespace = '', name = ''] = key.split('/');
  const { uid, version, value, amount, owner } = state;

  return {
    metadata: {
      namespace,
      name,
      uid,
      resourceVersion: version,
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Owner', name: owner, uid: owner, controller: true },
      ],
    },
    value,
    amount,
  };
}
