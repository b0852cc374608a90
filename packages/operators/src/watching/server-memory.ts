import { type KubeObject, type Resource } from '@rxkube/protocol';

import { type Transport } from '../transport.js';

/**
 * Remembers facts about a server, by transport and resource.
 *
 * It is the only state that outlives a subscription: a program with a hundred subscriptions learns a fact once. The garbage
 * collector takes the facts with the transport.
 */
export class ServerMemory<V> {
  readonly #facts = new WeakMap<Transport, Map<string, V>>();

  get<T extends KubeObject>(transport: Transport, resource: Resource<T>): V | undefined {
    return this.#facts.get(transport)?.get(nameOf(resource));
  }

  set<T extends KubeObject>(transport: Transport, resource: Resource<T>, fact: V): void {
    const known = this.#facts.get(transport) ?? new Map<string, V>();
    this.#facts.set(transport, known);
    known.set(nameOf(resource), fact);
  }
}

function nameOf<T extends KubeObject>({ group, version, plural }: Resource<T>): string {
  return `${group}/${version}/${plural}`;
}
