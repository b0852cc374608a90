import { deployments, pods } from '@rxkube/protocol';

import { type Store } from '../store.js';

const REPLICAS = 15;

/** One replica of a deployment: the pod that is there, and for a while the one that replaces it. */
export interface Replica {
  readonly deployment: DemoDeployment;
  /** The name of its pods without their revision. */
  readonly stem: string;
  revision: number;
  /** The number of its pods: two while one replaces the other. */
  pods: number;
}

/** A deployment of the demo, whose replicas go from revision to revision. */
export class DemoDeployment {
  readonly replicas: readonly Replica[];
  /** The revision that its spec asks for. */
  #revision = 1;
  readonly #store: Store;

  constructor(
    store: Store,
    readonly namespace: string,
    readonly name: string,
  ) {
    this.#store = store;
    this.replicas = Array.from({ length: REPLICAS }, (_, at) => ({
      deployment: this,
      stem: `${name}-${String(at).padStart(2, '0')}`,
      revision: 1,
      pods: 1,
    }));
  }

  /** Creates the deployment with all its pods, which are ready. */
  create(): void {
    const { name, namespace } = this;
    this.#store.create(deployments, {
      metadata: { name, namespace, labels: { app: name } },
      spec: {
        replicas: REPLICAS,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: { containers: [this.#container(1)] },
        },
      },
    });
    for (const replica of this.replicas) {
      this.#createPod(replica);
      this.setPod(replica, replica.revision, true);
    }
    this.#writeStatus();
  }

  /** Gives a replica a pod of the next revision, which has not started yet. */
  begin(replica: Replica): void {
    replica.revision++;
    replica.pods++;
    this.#createPod(replica);
    if (replica.revision > this.#revision) {
      this.#revision = replica.revision;
      const containers = [this.#container(this.#revision)];
      this.#store.patch(deployments, this, { spec: { template: { spec: { containers } } } });
    }
    this.#writeStatus();
  }

  /** Lets the pod of a revision run. */
  setPod({ stem }: Replica, revision: number, isReady: boolean): void {
    const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
    this.#store.patch(pods, this.#pod(stem, revision), {
      status: { phase: 'Running', conditions },
    });
  }

  /** Deletes the pod that was replaced. */
  end(replica: Replica): void {
    replica.pods--;
    // First, since the deletion fails if another client has deleted the pod.
    this.#writeStatus();
    this.#store.delete(pods, this.#pod(replica.stem, replica.revision - 1));
  }

  #createPod({ stem, revision }: Replica): void {
    const note = `${this.name} of ${this.namespace}, revision ${String(revision)} ✓`;
    this.#store.create(pods, {
      metadata: {
        ...this.#pod(stem, revision),
        labels: { app: this.name, revision: String(revision) },
        annotations: { 'example.com/note': note },
      },
      spec: {
        nodeName: `node-${String(revision % 3)}`,
        containers: [this.#container(revision)],
      },
      status: { phase: 'Pending' },
    });
  }

  /** Writes what the controller of a real cluster would write. */
  #writeStatus(): void {
    const generation = this.#store.get(deployments, this)?.metadata.generation;
    this.#store.patch(deployments, this, {
      status: {
        observedGeneration: generation,
        replicas: this.replicas.reduce((sum, replica) => sum + replica.pods, 0),
        updatedReplicas: this.replicas.filter(({ revision }) => revision === this.#revision).length,
        // A pod goes only when its successor is ready.
        readyReplicas: REPLICAS,
        availableReplicas: REPLICAS,
      },
    });
  }

  #pod(stem: string, revision: number): { namespace: string; name: string } {
    return { namespace: this.namespace, name: `${stem}-r${String(revision)}` };
  }

  #container(revision: number): { name: string; image: string } {
    return { name: 'main', image: `registry.example/${this.name}:${String(revision)}` };
  }
}
