import { isKubeError, namespaces } from '@rxkube/protocol';
import { type Observable, type SchedulerLike, asyncScheduler, defer, interval, map } from 'rxjs';

import { type Store } from '../store.js';
import { DemoDeployment, type Replica } from './demo-deployment.js';

const NAMESPACES = ['shop', 'payments', 'search', 'mail', 'default'] as const;
const DEPLOYMENTS = ['web', 'worker', 'cache', 'api'] as const;

/** Milliseconds between two replicas that begin to be replaced. */
const PERIOD = 50;
/** How many replicas begin while one waits for its next step. */
const DISTANCE = 12;

/** The steps of a replica from one revision to the next. */
const STEPS: readonly ((replica: Replica) => void)[] = [
  (replica) => {
    replica.deployment.begin(replica);
  },
  (replica) => {
    replica.deployment.setPod(replica, replica.revision, false);
  },
  (replica) => {
    replica.deployment.setPod(replica, replica.revision, true);
    replica.deployment.setPod(replica, replica.revision - 1, false);
  },
  (replica) => {
    replica.deployment.end(replica);
  },
];

/**
 * Fills a store with 20 deployments and 300 pods, and rolls them out again and again: one deployment after the other,
 * with about 140 writes a second.
 *
 * ```text
 * subscribe   f------------------------
 * ticks        -t--t--t--t--t--t--t--t-   50 ms apart; at each, up to four replicas take a step
 * ```
 *
 * - It fills the store during `subscribe`, so that the first list is complete.
 * - It never completes. A write that the store refuses is left out, so you may change and delete its objects.
 *
 * @param scheduler gives the time of the ticks. Default `asyncScheduler`.
 * @since 0.1.0
 */
export function demoRollout(
  store: Store,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<void> {
  return defer(() => {
    const replicas = fill(store);

    return interval(PERIOD, scheduler).pipe(
      map((count) => {
        for (const [step, take] of STEPS.entries()) {
          const begun = count - step * DISTANCE;
          const replica = replicas[begun % replicas.length];
          if (replica !== undefined) {
            tolerant(() => {
              take(replica);
            });
          }
        }
      }),
    );
  });
}

function fill(store: Store): readonly Replica[] {
  const made = NAMESPACES.flatMap((namespace) => {
    tolerant(() => store.create(namespaces, { metadata: { name: namespace } }));

    return DEPLOYMENTS.map((name) => new DemoDeployment(store, namespace, name));
  });
  for (const deployment of made) {
    tolerant(() => {
      deployment.create();
    });
  }

  return made.flatMap(({ replicas }) => replicas);
}

/** Other clients may have deleted an object, or created one of the same name. */
function tolerant(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isKubeError(error) || error._tag !== 'StatusError') throw error;
  }
}
