import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { configMaps } from '@rxkube/protocol';

import { goWrong } from './faults.js';
import { outages } from './outages.js';
import { type Schedule, type ServerDraft, TROUBLE } from './schedule.js';
import { type Truth } from './truth.js';
import { type VirtualClock } from './virtual-clock.js';
import { write } from './write.js';

/**
 * Puts the server of a schedule on the clock: its writes, and all that goes wrong until `calm`.
 *
 * @returns gives the server that is there at the moment.
 */
export function playServer(
  { server: draft, writes, faults, outage, restoredFrom }: Schedule,
  clock: VirtualClock,
  truth: Truth,
  calm: number,
): () => ApiServer {
  const outageEnd = outage === undefined ? 0 : outage.at + outage.lasts;
  // A backup hears of every write up to its time, and so has the same objects at the same versions.
  const backup = restoredFrom === undefined ? undefined : serverOf(draft, clock);
  let server = serverOf(draft, clock);
  truth.note(server.store);

  for (const one of writes) {
    clock.at(one.at, () => {
      write(server.store, one, () => {
        truth.note(server.store);
      });
      if (backup !== undefined && one.at <= TROUBLE - (restoredFrom ?? 0)) write(backup.store, one);
    });
  }
  for (const trouble of faults) {
    clock.at(trouble.at, () => {
      if (outage !== undefined && trouble.at >= outage.at && trouble.at < outageEnd) return;
      const takeBack = goWrong(server, trouble);
      if (takeBack === undefined || trouble.lasts === 0) return;
      clock.at(trouble.at + trouble.lasts, takeBack);
    });
  }
  if (outage !== undefined) {
    clock.at(outage.at, () => {
      server.faults.clear();
      const takeBack = server.faults.next({ ...outages[outage.kind].fault, times: Infinity });
      server.faults.cutWatches();
      clock.at(outageEnd, takeBack);
    });
  }
  clock.at(calm, () => {
    server.faults.clear();
    if (backup === undefined) return;
    void server.close();
    server = backup;
    server.restart();
  });

  return () => server;
}

function serverOf({ cached, jitter, ...options }: ServerDraft, scheduler: VirtualClock): ApiServer {
  return createApiServer({
    ...options,
    scheduler,
    random: () => jitter,
    ...(!cached && { withoutWatchCache: [configMaps] }),
  });
}
