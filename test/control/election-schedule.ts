import { leases } from '@rxkube/protocol';
import { cluster } from '@rxkube/testing';
import { timer } from 'rxjs';

import { Random } from '../properties/random.js';
import { CandidateProcess } from './candidate-process.js';

const place = { namespace: 'default', name: 'lock' };
const ACTIONS = 40;
/** Milliseconds between two looks at all candidates. */
const LOOK = 1_000;
/** A Lease of 15 s on the slowest clock, and the pauses around it. */
const SETTLED = 30_000;

/** The history of one random schedule. */
export interface ElectionHistory {
  readonly terms: number;
  /** The times at which two candidates believed that they led. */
  readonly breaches: readonly string[];
  /** There was a leader at the end, after a minute of calm. */
  readonly hasLeader: boolean;
}

/**
 * Runs three to five candidates over broken networks, stopped processes, crashes, releases, and a Lease that a third
 * party deletes and edits.
 *
 * @param spread how many times faster the fastest clock may be than the slowest.
 */
export function electionSchedule(seed: number, spread: number): ElectionHistory {
  const random = new Random(seed);

  return cluster(({ server, transport, time }) => {
    const breaches: string[] = [];
    let terms = 0;
    let isCalm = false;
    let names = 0;
    let tamperedAt = -SETTLED;
    const processes: CandidateProcess[] = [];
    const look = (): void => {
      const leaders = processes.filter(({ term }) => term?.holds() === true);
      if (leaders.length > 1) {
        const identities = leaders.map(({ identity }) => identity).join(' and ');
        breaches.push(`${String(time.now())}: ${identities}`);
      }
    };
    const start = (at: number): void => {
      const rate = random.pick([1, spread]);
      const process = new CandidateProcess(`c${String(names++)}`, rate, random, () => isCalm);
      processes[at] = process;
      process.start(transport, () => {
        if (process.term !== undefined) terms++;
        look();
      });
    };
    const restart = (at: number): void => {
      // A candidate that starts while the Lease of a leader is missing takes it at once, which is documented.
      const wait = Math.max(random.int(20_000), tamperedAt + SETTLED - time.now());
      timer(wait).subscribe(() => {
        if (processes[at]?.isRunning === true) return;
        if (time.now() < tamperedAt + SETTLED) restart(at);
        else start(at);
      });
    };
    const tamper = (): void => {
      const isSettled = processes.every(({ isRunning, hasRead }) => !isRunning || hasRead);
      // Two deletions within one duration of the Lease can make two leaders, which is documented.
      const isSoon = time.now() < tamperedAt + SETTLED;
      if (!isSettled || isSoon || server.store.get(leases, place) === undefined) return;
      tamperedAt = time.now();
      const spec = random.pick([
        undefined,
        { holderIdentity: '', leaseDurationSeconds: 15 },
        { holderIdentity: 'third party' },
        { renewTime: '2000-01-01T00:00:00.000000Z' },
      ]);
      if (spec === undefined) server.store.delete(leases, place);
      else server.store.patch(leases, place, { spec });
    };
    const accidents: readonly ((process: CandidateProcess, at: number) => void)[] = [
      (process) => {
        process.brokenUntil = time.now() + random.int(40_000);
      },
      (process) => {
        process.pause(random.int(40_000));
      },
      (process, at) => {
        process.kill();
        restart(at);
      },
      (process, at) => {
        process.end();
        restart(at);
      },
      tamper,
    ];

    const count = 3 + random.int(3);
    for (let at = 0; at < count; at++) start(at);
    let now = 0;
    for (let action = 0; action < ACTIONS; action++) {
      now += random.chance(0.3) ? random.int(500) : random.int(15_000);
      time.at(now, () => {
        // Half of the accidents meet the leader.
        const leader = processes.findIndex(({ term }) => term !== undefined);
        const at = leader >= 0 && random.chance(0.5) ? leader : random.int(count);
        const process = processes[at];
        if (process?.isRunning === true) random.pick(accidents)(process, at);
      });
    }
    time.at(now, () => {
      isCalm = true;
    });
    const end = now + 120_000;
    let hasLeader = false;
    for (let at = 0; at < end; at += LOOK) time.at(at, look);
    time.at(end, () => {
      hasLeader = processes.some(({ term }) => term?.holds() === true);
      for (const process of processes) process.kill();
    });
    time.run();

    return { terms, breaches, hasLeader };
  });
}
