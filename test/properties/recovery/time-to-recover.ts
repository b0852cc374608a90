import { createApiServer, seededRandom } from '@rxkube/apiserver';
import { type CacheSnapshot, exponential } from '@rxkube/operators';
import { type ConfigMap, configMaps } from '@rxkube/protocol';
import { Subscription } from 'rxjs';

import { type Pipe } from '../../marbles/pipe.js';
import { VirtualClock } from '../schedules/virtual-clock.js';
import { type Failure } from './failures.js';

/** Long enough before, that the client is healthy. */
const BEGIN = 61_000;
/** Beyond every lifetime and every delay. */
const PATIENCE = 1_200_000;

/**
 * Milliseconds from the end of a failure to the first snapshot that is live and shows what the server has; a write
 * falls into the failure, so that the set before it is not it.
 */
export function timeToRecover(pipe: Pipe, { begin, lasts }: Failure, seed: number): number {
  const clock = new VirtualClock();
  const server = createApiServer({ scheduler: clock, random: seededRandom(seed) });
  const { store, faults } = server;
  const random = seededRandom(seed);
  const create = (name: string): string | undefined =>
    store.create(configMaps, { metadata: { name, namespace: 'ns1' } }).metadata.resourceVersion;
  const end = BEGIN + lasts * 1_000;
  let missing: string | undefined;
  let last: CacheSnapshot<ConfigMap> | undefined;
  let recoveredAt = Infinity;
  create('before');
  const subscription = new Subscription();
  const look = (): void => {
    const shown = last?.get('ns1/missing')?.metadata.resourceVersion;
    if (clock.now() < end || missing === undefined) return;
    if (last?.phase !== 'live' || shown !== missing) return;
    recoveredAt = Math.min(recoveredAt, clock.now());
    subscription.unsubscribe();
  };
  subscription.add(
    pipe
      .snapshots<ConfigMap>(server.transport(), configMaps, {
        backOff: exponential({ random }),
        random,
        scheduler: clock,
      })
      .subscribe((snapshot) => {
        last = snapshot;
        look();
      }),
  );
  clock.at(BEGIN - 20_000, () => {
    create('live');
  });
  clock.at(BEGIN, () => {
    begin(server, () => {
      missing = create('missing');
    });
  });
  clock.at(end, () => {
    if (lasts > 0) faults.clear();
    look();
  });
  clock.at(end + PATIENCE, () => {
    subscription.unsubscribe();
  });
  clock.flush();

  return recoveredAt - end;
}
