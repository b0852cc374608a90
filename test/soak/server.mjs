// The process of the API server: churn, and an accident every few seconds, until it gets the order to be calm.
import { createApiServer, seededRandom } from '@rxkube/apiserver';
import { pods } from 'rxkube';
import { interval } from 'rxjs';

import { accidents } from './accidents.mjs';
import { NAMESPACES } from './places.mjs';

const PODS = 300;
/** Milliseconds between two writes, and between two accidents. */
const CHURN = 20;
const ACCIDENT = 3_000;

const random = seededRandom(Number(process.argv[2]));
const server = createApiServer({ bookmarkPeriod: 2_000, random });
const names = Object.keys(accidents);
let alarmed = true;
let writes = 0;

/** @param {number} limit */
function below(limit) {
  return Math.floor(random() * limit);
}

/** @param {number} slot */
function named(slot) {
  return { namespace: NAMESPACES[slot % NAMESPACES.length] ?? '', name: `pod-${String(slot)}` };
}

function write() {
  const slot = below(PODS);
  writes += 1;
  if (server.store.get(pods, named(slot)) === undefined) {
    server.store.create(pods, {
      metadata: { ...named(slot), labels: { half: slot % 2 === 0 ? 'even' : 'odd' } },
      spec: { containers: [{ name: 'main', image: 'example.com/main' }] },
    });
  } else if (random() < 0.2) server.store.delete(pods, named(slot));
  else {
    server.store.patch(pods, named(slot), {
      metadata: { annotations: { write: `${String(writes)} ${'x'.repeat(500)}` } },
    });
  }
}

for (let count = 0; count < PODS * 2; count += 1) write();
const { url } = await server.listen();
interval(CHURN).subscribe(() => {
  if (alarmed) write();
});
interval(ACCIDENT).subscribe(() => {
  const name = names[below(names.length)];
  if (alarmed && name !== undefined) accidents[name]?.(server);
});
process.on('message', (order) => {
  alarmed = order === 'go on';
  if (!alarmed) {
    server.faults.clear();
    // Those that were made to stall end here.
    server.faults.cutWatches();
  }
  process.send?.({ done: order });
});
process.on('disconnect', () => process.exit());
process.send?.({ url });
