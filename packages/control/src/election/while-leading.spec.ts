import { type Transport } from '@rxkube/operators';
import { type Lease, leases } from '@rxkube/protocol';
import { type Cluster, cluster } from '@rxkube/testing';
import {
  NEVER,
  Observable,
  concat,
  delay,
  from,
  ignoreElements,
  interval,
  map,
  mergeMap,
  share,
  take,
  takeUntil,
  throwError,
  timer,
  toArray,
} from 'rxjs';
import { describe, expect, it } from 'vitest';

import { leaderElection } from './leader-election.js';
import { type Leadership } from './leadership.js';
import { whileLeading } from './while-leading.js';

const place = { namespace: 'default', name: 'lock' };

function election(transport: Transport, identity: string): Observable<Leadership> {
  return leaderElection(transport, { ...place, identity, random: () => 0 });
}

const specOf = ({ server }: Cluster): Lease['spec'] | undefined =>
  server.store.get(leases, place)?.spec;

/** The next candidate may take it at once. */
function isReleased(c: Cluster): boolean {
  const { holderIdentity, leaseDurationSeconds } = specOf(c) ?? {};

  return (holderIdentity ?? '') === '' && leaseDurationSeconds === 1;
}

/** The server executes each request at once, and its response is late. */
function lateResponses(transport: Transport, milliseconds: number): Transport {
  return (request) =>
    transport(request).pipe(
      mergeMap((response) =>
        response.body.pipe(
          toArray(),
          map((chunks) => ({ ...response, body: from(chunks) })),
        ),
      ),
      delay(milliseconds),
    );
}

describe('whileLeading', () => {
  it('gives the Lease back when the work has completed, and completes', () => {
    cluster((c) => {
      const work = interval(1_000).pipe(take(3));
      const recording = c.time.record(
        election(c.transport, 'a').pipe(whileLeading(() => work)),
        60_000,
      );
      c.time.run();
      expect(recording.values.map(({ at }) => at)).toEqual([1_000, 2_000, 3_000]);
      expect(recording.completedAt).toBe(3_000);
      expect(isReleased(c)).toBe(true);
    });
  });

  it('has ended its term before it gives the Lease back', () => {
    cluster((c) => {
      const seen: unknown[] = [];
      let isHeld = (): boolean => true;
      const watched: Transport = (request) => {
        if (String(request.body).includes('"holderIdentity":""')) seen.push(isHeld());

        return c.transport(request);
      };
      const working = election(watched, 'a').pipe(
        whileLeading((term) => {
          isHeld = () => term.holds() || !term.signal.aborted;

          return timer(5_000);
        }),
      );
      c.time.record(working, 60_000);
      c.time.run();
      expect(seen).toEqual([false]);
    });
  });

  it('gives the Lease back when a renewal is under way', () => {
    cluster((c) => {
      // The server executes the request, and its response takes a second.
      const slow = lateResponses(c.transport, 1_000);
      const recording = c.time.record(
        election(slow, 'a').pipe(whileLeading(() => timer(2_500))),
        60_000,
      );
      c.time.run();
      expect(isReleased(c)).toBe(true);
      expect(recording.completedAt).toBeDefined();
    });
  });

  it('leaves the Lease of another as it is', () => {
    cluster((c) => {
      const recording = c.time.record(
        election(c.transport, 'a').pipe(whileLeading(() => timer(3_000))),
        60_000,
      );
      c.time.at(2_500, () => {
        c.server.store.patch(leases, place, { spec: { holderIdentity: 'b' } });
      });
      c.time.run();
      expect(recording.completedAt).toBe(3_000);
      expect(specOf(c)?.holderIdentity).toBe('b');
    });
  });

  it('completes although the Lease cannot be given back', () => {
    cluster((c) => {
      const broken: Transport = (request) =>
        String(request.body).includes('"holderIdentity":""') ? NEVER : c.transport(request);
      const recording = c.time.record(
        election(broken, 'a').pipe(whileLeading(() => timer(3_000))),
        60_000,
      );
      c.time.run();
      expect(recording.completedAt).toBe(8_000);
      expect(specOf(c)?.holderIdentity).toBe('a');
    });
  });

  it('keeps the Lease when the work fails, or when it is unsubscribed', () => {
    cluster((c) => {
      const error = new Error('work');
      const failing = election(c.transport, 'a').pipe(whileLeading(() => throwError(() => error)));
      const recording = c.time.record(failing, 60_000);
      c.time.run();
      expect(recording.failure?.error).toBe(error);
      expect(specOf(c)?.holderIdentity).toBe('a');
    });
    cluster((c) => {
      c.time.record(election(c.transport, 'a').pipe(whileLeading(() => NEVER)), 3_000);
      c.time.run();
      expect(specOf(c)?.holderIdentity).toBe('a');
    });
  });

  it('unsubscribes the work at the end of a term, and works again in the next', () => {
    cluster((c) => {
      const log: string[] = [];
      const work = new Observable<never>(() => {
        log.push(`${String(c.time.now())} begin`);

        return () => log.push(`${String(c.time.now())} end`);
      });
      c.time.record(election(c.transport, 'a').pipe(whileLeading(() => work)), 30_000);
      c.time.at(5_000, () => {
        c.server.store.patch(leases, place, { spec: { holderIdentity: 'b' } });
      });
      c.time.run();
      expect(log).toEqual(['0 begin', '6000 end', '21000 begin', '30000 end']);
    });
  });

  it('begins at once when the leader before has given the Lease back', () => {
    cluster((c) => {
      const stop = timer(7_000);
      const first = leaderElection(c.transport, {
        ...place,
        identity: 'a',
        random: () => 0,
        stop,
      }).pipe(
        // The work needs 1.5 s more for its end.
        whileLeading(() =>
          concat(interval(1_000).pipe(takeUntil(stop)), timer(1_500).pipe(ignoreElements())),
        ),
      );
      const second = election(c.transport, 'b').pipe(whileLeading(() => timer(0)));
      const recordings = [c.time.record(first, 60_000), c.time.record(second, 60_000)];
      c.time.run();
      expect(recordings.map(({ completedAt }) => completedAt)).toEqual([8_500, 10_000]);
    });
  });

  it('ends all work of a shared election before the Lease is given back', () => {
    cluster((c) => {
      const shared = election(c.transport, 'a').pipe(share());
      const log: string[] = [];
      const endless = new Observable<never>(() => () => {
        log.push(`${String(c.time.now())} ${String(specOf(c)?.holderIdentity)}`);
      });
      c.time.record(shared.pipe(whileLeading(() => endless)), 60_000);
      c.time.record(shared.pipe(whileLeading(() => timer(3_000))), 60_000);
      c.time.run();
      expect(log).toEqual(['3000 a']);
    });
  });

  it('takes terms that a test makes', () => {
    cluster(({ time }) => {
      const term: Leadership = {
        _tag: 'Leading',
        transitions: 0,
        signal: new AbortController().signal,
        holds: () => true,
      };
      const leaderships = concat([term], NEVER);
      const recording = time.record(leaderships.pipe(whileLeading(() => ['x'])), 1_000);
      time.run();
      expect(recording.values.map(({ value }) => value)).toEqual(['x']);
    });
  });
});
