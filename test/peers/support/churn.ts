import { type ApiServer } from '@rxkube/apiserver';
import { pods } from '@rxkube/protocol';

/** Writes of one round. */
const WRITES = 300;
/** Names that they are about. */
const NAMES = 60;

/**
 * Creates, changes and deletes pods, all in one tick, so that no client sees a part of it.
 *
 * @param round another number does other writes
 */
export function churn({ store }: ApiServer, round: number): void {
  for (let write = 0; write < WRITES; write += 1) {
    const number = (write * 7 + round * 13) % NAMES;
    const namespace = number % 2 === 0 ? 'default' : 'shop';
    const name = `pod-${String(number)}`;
    const known = store.get(pods, { namespace, name });
    if (known === undefined) {
      const labels = { app: 'web', round: String(round) };
      const spec = { containers: [{ name: 'web', image: 'web:1' }] };
      store.create(pods, { metadata: { namespace, name, labels }, spec });
    } else if ((write + round) % 3 === 0) {
      store.delete(pods, { namespace, name });
    } else {
      store.patch(
        pods,
        { namespace, name },
        { metadata: { annotations: { n: `${String(round)}.${String(write)}` } } },
      );
    }
  }
}
