// The process of the embedded API server: serves pods on the loopback, rolls them out, and has accidents on demand.
import { setTimeout } from 'node:timers/promises';

import { createApiServer, demoRollout } from '@rxkube/apiserver';
import { isWatch } from 'rxkube';

import { type Order, type Word } from './accident.js';

/** Milliseconds: short enough that a run of some seconds sees a few. A real server sends one a minute. */
const BOOKMARK_PERIOD = 2_000;
/** Changes that a watch can go back; enough for a cut, and what 75 s of a busy real server would hold. */
const HISTORY = 10_000;

/** Milliseconds in which no watch is admitted, and objects change. The history of these changes is then forgotten. */
const AWAY = 500;
/** Milliseconds without an open port. */
const DOWN = 300;

const server = createApiServer({ historySize: HISTORY, bookmarkPeriod: BOOKMARK_PERIOD });
const churn = demoRollout(server.store).subscribe();
let port = await server.listen();

const CARRY_OUT: Readonly<Record<Order, () => unknown>> = {
  cut: () => server.faults.cutWatches(),
  trim: async () => {
    // A watch that came back too early would still find its position.
    const admitAgain = server.faults.next({ when: isWatch, times: Infinity, cut: {} });
    server.faults.cutWatches();
    await setTimeout(AWAY);
    server.trimHistory();
    admitAgain();
  },
  restart: async () => {
    await port.close();
    server.restart();
    await setTimeout(DOWN);
    port = await server.listen({ port: port.port });
  },
  'stop churn': () => {
    churn.unsubscribe();
  },
};

async function carryOut(order: Order): Promise<void> {
  await CARRY_OUT[order]();
  say({ done: order });
}

function say(word: Word): void {
  process.send?.(word);
}

process.on('message', (order: Order) => void carryOut(order));
// Ctrl-C in a terminal reaches every process of it; the main job says when it is over.
process.on('SIGINT', () => undefined);
// The main job has ended, or wants no more.
process.once('disconnect', () => process.exit());
say({ url: port.url });
