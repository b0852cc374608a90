import { type KubeObject, type Resource, invalidArgument } from '@rxkube/protocol';

import { BUILT_IN_RESOURCES } from './built-in-resources.js';
import { type ServedResource, customResource } from './served-resource.js';

/** The resources that one server serves. */
export class ResourceRegistry {
  readonly #resources = new Map<string, ServedResource>();

  constructor(
    resources: readonly Resource<KubeObject>[],
    withoutWatchCache: readonly Resource<KubeObject>[] = [],
  ) {
    for (const resource of BUILT_IN_RESOURCES) this.#resources.set(keyOf(resource), resource);
    for (const resource of resources) this.serve(resource);
    for (const resource of withoutWatchCache) {
      this.#resources.set(keyOf(resource), { ...this.get(resource), watchCache: false });
    }
  }

  /** Begins to serve a resource. Does nothing if it is served already. */
  serve(resource: Resource<KubeObject>): ServedResource {
    const known = this.#resources.get(keyOf(resource));
    if (known !== undefined) return known;
    const served = customResource(resource);
    this.#resources.set(keyOf(resource), served);

    return served;
  }

  /** Begins to serve the resource of a definition. Returns false if it is served already. */
  add(served: ServedResource): boolean {
    if (this.#resources.has(keyOf(served))) return false;
    this.#resources.set(keyOf(served), served);

    return true;
  }

  /** Ends serving a resource. */
  remove(served: ServedResource): void {
    this.#resources.delete(keyOf(served));
  }

  find(group: string, version: string, plural: string): ServedResource | undefined {
    return this.#resources.get(keyOf({ group, version, plural }));
  }

  /** @throws ProtocolError `invalidArgument` if the server does not serve the resource. */
  get(resource: Resource<KubeObject>): ServedResource {
    const served = this.#resources.get(keyOf(resource));
    if (served === undefined) {
      throw invalidArgument(
        'resource',
        `${keyOf(resource)} is not served; add it to the option resources of the server`,
      );
    }

    return served;
  }

  all(): readonly ServedResource[] {
    return [...this.#resources.values()];
  }
}

function keyOf(names: Pick<ServedResource, 'group' | 'version' | 'plural'>): string {
  return `${names.group}/${names.version}/${names.plural}`;
}
