import { type Store } from '@rxkube/apiserver';
import { pods } from 'rxkube';
import { type Observable, interval, map } from 'rxjs';

const NAMESPACES = ['shop', 'payments', 'search', 'mail', 'default'] as const;
const DEPLOYMENTS = ['web', 'worker', 'cache', 'api'] as const;
const REPLICAS = 15;

/** Milliseconds between two slots that begin to be replaced. */
const PACE = 50;
/** How many slots begin while one waits for its next step. */
const APART = 12;

/** One place of a deployment: the pod that is there now, and the one that is to replace it. */
interface Slot {
  readonly namespace: string;
  readonly deployment: string;
  /** The pod's name without its revision. */
  readonly stem: string;
  revision: number;
}

/** Puts a few hundred pods into the store, all of them running. */
export function fill(store: Store): readonly Slot[] {
  const slots = NAMESPACES.flatMap((namespace) =>
    DEPLOYMENTS.flatMap((deployment) =>
      Array.from({ length: REPLICAS }, (_, at): Slot => {
        const stem = `${deployment}-${String(at).padStart(2, '0')}`;

        return { namespace, deployment, stem, revision: 1 };
      }),
    ),
  );
  for (const slot of slots) {
    create(store, slot);
    become(store, slot, slot.revision, 'Running', true);
  }

  return slots;
}

/**
 * A rollout that never ends: slot after slot gets a pod of the next revision, which starts, becomes ready, and sees
 * the old one go. Some hundred writes a second.
 */
export function rollout(store: Store, slots: readonly Slot[]): Observable<void> {
  return interval(PACE).pipe(
    map((count) => {
      for (const [step, advance] of STEPS.entries()) {
        const begun = count - step * APART;
        const slot = slots[begun % slots.length];
        if (slot !== undefined) advance(store, slot);
      }
    }),
  );
}

/** The steps in the life of a slot, each some time after the previous one. */
const STEPS: readonly ((store: Store, slot: Slot) => void)[] = [
  (store, slot) => {
    slot.revision++;
    create(store, slot);
  },
  (store, slot) => {
    become(store, slot, slot.revision, 'Running', false);
  },
  (store, slot) => {
    become(store, slot, slot.revision, 'Running', true);
    become(store, slot, slot.revision - 1, 'Running', false);
  },
  (store, slot) => {
    store.delete(pods, named(slot, slot.revision - 1));
  },
];

function create(store: Store, slot: Slot): void {
  const { namespace, deployment, revision } = slot;
  store.create(pods, {
    metadata: {
      ...named(slot, revision),
      labels: { app: deployment, revision: String(revision) },
      annotations: {
        'example.com/note': `${deployment} of ${namespace}, revision ${String(revision)} ✓`,
      },
    },
    spec: {
      nodeName: `node-${String(revision % 3)}`,
      containers: [{ name: 'main', image: `registry.example/${deployment}:${String(revision)}` }],
    },
    status: { phase: 'Pending' },
  });
}

function become(store: Store, slot: Slot, revision: number, phase: string, ready: boolean): void {
  store.patch(pods, named(slot, revision), {
    status: { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  });
}

function named({ namespace, stem }: Slot, revision: number): { namespace: string; name: string } {
  return { namespace, name: `${stem}-r${String(revision)}` };
}
