import { type Transport } from '@rxkube/operators';
import { type ApiRequest, type Lease, leases } from '@rxkube/protocol';
import { type Cluster, type Recording, cluster, errorData, failedRequest } from '@rxkube/testing';
import {
  NEVER,
  type Observable,
  type SchedulerLike,
  asyncScheduler,
  concat,
  delay,
  from,
  ignoreElements,
  map,
  mergeMap,
  throwError,
  timer,
  toArray,
} from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type LeaderElectionOptions } from './leader-election-options.js';
import { leaderElection } from './leader-election.js';
import { type Leadership, type Leading } from './leadership.js';

const place = { namespace: 'default', name: 'lock' };
const MINUTES = 600_000;

/** A candidate without jitter, so that it attempts every 2 s. */
function candidate(
  transport: Transport,
  identity: string,
  options: Partial<LeaderElectionOptions> = {},
): Observable<Leadership> {
  return leaderElection(transport, { ...place, identity, random: () => 0, ...options });
}

/** One line for each value, such as `0 L 0` for a term or `2000 F b` for a holder. */
function lines({ values, completedAt }: Recording<Leadership>): string[] {
  return [
    ...values.map(({ at, value }) => `${String(at)} ${lineOf(value)}`),
    ...(completedAt === undefined ? [] : [`${String(completedAt)} |`]),
  ];
}

function lineOf(value: Leadership): string {
  if (value._tag === 'Leading') return `L ${String(value.transitions)}`;
  const error = value.error === undefined ? '' : ` ${String(Object(errorData(value.error))._tag)}`;

  return `F ${value.holder ?? '-'}${error}`;
}

function termsOf({ values }: Recording<Leadership>): readonly Leading[] {
  return values.flatMap(({ value }) => (value._tag === 'Leading' ? [value] : []));
}

/** A Lease of a candidate that has crashed. */
function abandoned(fields: Lease['spec'] = {}): { metadata: typeof place; spec: Lease['spec'] } {
  return {
    metadata: place,
    spec: {
      holderIdentity: 'b',
      leaseDurationSeconds: 15,
      leaseTransitions: 3,
      acquireTime: '2020-01-01T00:00:00.000000Z',
      renewTime: '2020-01-01T00:00:00.000000Z',
      ...fields,
    },
  };
}

const specOf = ({ server }: Cluster): Lease['spec'] | undefined =>
  server.store.get(leases, place)?.spec;

/** Does something to the requests that match, in the given span of time. */
function between(
  transport: Transport,
  [from, to]: readonly [number, number],
  matches: (request: ApiRequest) => boolean,
  instead: (request: ApiRequest) => ReturnType<Transport>,
): Transport {
  return (request) => {
    const now = asyncScheduler.now();

    return now >= from && now < to && matches(request) ? instead(request) : transport(request);
  };
}

const anyRequest = (): boolean => true;
const isPut = ({ method }: ApiRequest): boolean => method === 'PUT';
const cut = failedRequest('ECONNRESET');

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

describe('leaderElection', () => {
  it('takes a missing Lease at once, and renews it', () => {
    cluster((c) => {
      const recording = c.time.record(candidate(c.transport, 'a', { labels: { app: 'x' } }), 5_000);
      c.time.runTo(1_000);
      const first = c.server.store.get(leases, place);
      c.time.run();
      expect(lines(recording)).toEqual(['0 L 0']);
      expect(first?.metadata.labels).toEqual({ app: 'x' });
      expect(first?.spec).toEqual({
        holderIdentity: 'a',
        leaseDurationSeconds: 15,
        acquireTime: '1970-01-01T00:00:00.000000Z',
        renewTime: '1970-01-01T00:00:00.000000Z',
        leaseTransitions: 0,
      });
      expect(specOf(c)).toEqual({ ...first?.spec, renewTime: '1970-01-01T00:00:04.000000Z' });
    });
  });

  it('sends one request for a renewal', () => {
    cluster((c) => {
      const sent: string[] = [];
      const counted: Transport = (request) => {
        sent.push(request.method);

        return c.transport(request);
      };
      c.time.record(candidate(counted, 'a'), 5_000);
      c.time.run();
      expect(sent).toEqual(['GET', 'POST', 'PUT', 'PUT']);
    });
  });

  it('takes an abandoned Lease once it has seen no renewal for its duration', () => {
    cluster((c) => {
      c.server.store.create(leases, abandoned());
      const recording = c.time.record(candidate(c.transport, 'a'), 20_000);
      c.time.run();
      expect(lines(recording)).toEqual(['0 F b', '15000 L 4']);
      expect(specOf(c)?.acquireTime).toBe('1970-01-01T00:00:15.000000Z');
    });
  });

  it('respects the duration in the Lease, and no clock but its own', () => {
    cluster((c) => {
      const renewTime = '2099-01-01T00:00:00.000000Z';
      c.server.store.create(leases, abandoned({ leaseDurationSeconds: 30, renewTime }));
      const recording = c.time.record(candidate(c.transport, 'a'), MINUTES);
      c.time.at(20_000, () => {
        c.server.store.patch(leases, place, { spec: { renewTime: '1980-01-01T00:00:00.000000Z' } });
      });
      c.time.run();
      // It has seen the renewal at 20 s.
      expect(lines(recording)).toEqual(['0 F b', '50000 L 4']);
    });
  });

  it('does not take a change of the metadata for a renewal', () => {
    cluster((c) => {
      c.server.store.create(leases, abandoned());
      const recording = c.time.record(candidate(c.transport, 'a'), 20_000);
      c.time.at(10_000, () => {
        c.server.store.patch(leases, place, { metadata: { labels: { a: 'b' } } });
      });
      c.time.run();
      expect(lines(recording)).toEqual(['0 F b', '15000 L 4']);
    });
  });

  it('takes a released Lease at its next attempt', () => {
    cluster((c) => {
      c.server.store.create(leases, abandoned());
      const recording = c.time.record(candidate(c.transport, 'a'), 20_000);
      c.time.at(3_000, () => {
        const spec = { holderIdentity: '', leaseDurationSeconds: 1 };
        c.server.store.patch(leases, place, { spec });
      });
      c.time.run();
      expect(lines(recording)).toEqual(['0 F b', '4000 L 4']);
    });
  });

  it('respects a Lease that was emptied or deleted by a third party like one that was renewed', () => {
    cluster((c) => {
      c.server.store.create(leases, abandoned());
      const recording = c.time.record(candidate(c.transport, 'a'), 30_000);
      c.time.at(3_000, () => {
        c.server.store.patch(leases, place, { spec: { holderIdentity: '' } });
      });
      c.time.at(5_000, () => {
        c.server.store.delete(leases, place);
      });
      c.time.run();
      expect(lines(recording)).toEqual(['0 F b', '4000 F -', '21000 L 0']);
    });
  });

  it('respects a missing Lease after a term that ended out of its sight', () => {
    cluster((c) => {
      const broken = between(c.transport, [1_000, 13_000], anyRequest, cut);
      const recording = c.time.record(candidate(broken, 'a'), 40_000);
      c.time.at(12_500, () => {
        c.server.store.delete(leases, place);
      });
      c.time.run();
      expect(lines(recording)).toEqual([
        '0 L 0',
        '10000 F -',
        '10000 F - TransportError',
        '14000 F -',
        '29000 L 0',
      ]);
    });
  });

  it('follows if another candidate takes the Lease first', () => {
    cluster((c) => {
      c.server.store.create(leases, abandoned({ holderIdentity: '', leaseDurationSeconds: 1 }));
      // Both have read the Lease when the first of them takes it.
      const slow = lateResponses(c.transport, 1);
      const first = c.time.record(candidate(slow, 'a'), 5_000);
      const second = c.time.record(candidate(slow, 'b'), 5_000);
      c.time.run();
      expect(lines(first)).toEqual(['2 L 4']);
      expect(lines(second)).toEqual(['2 F -', '2003 F a']);
    });
  });

  it('follows if another candidate creates the Lease first', () => {
    cluster((c) => {
      const slow = lateResponses(c.transport, 1);
      const first = c.time.record(candidate(slow, 'a'), 5_000);
      const second = c.time.record(candidate(slow, 'b'), 5_000);
      c.time.run();
      expect(lines(first)).toEqual(['2 L 0']);
      expect(lines(second)).toEqual(['2 F -', '2003 F a']);
    });
  });

  it('ends its term at once when another candidate holds the Lease', () => {
    cluster((c) => {
      const recording = c.time.record(candidate(c.transport, 'a'), 10_000);
      c.time.at(3_000, () => {
        c.server.store.patch(leases, place, { spec: { holderIdentity: 'b' } });
      });
      c.time.run();
      expect(lines(recording)).toEqual(['0 L 0', '4000 F b']);
      const [term] = termsOf(recording);
      expect([term?.signal.aborted, term?.holds()]).toEqual([true, false]);
    });
  });

  it('goes on when the Lease was changed in its metadata', () => {
    cluster((c) => {
      const recording = c.time.record(candidate(c.transport, 'a'), 60_000);
      c.time.at(3_000, () => {
        c.server.store.patch(leases, place, { metadata: { labels: { a: 'b' } } });
      });
      c.time.run();
      expect(lines(recording)).toEqual(['0 L 0']);
    });
  });

  it('begins another term when its Lease was deleted', () => {
    cluster((c) => {
      const recording = c.time.record(candidate(c.transport, 'a'), 60_000);
      c.time.at(3_000, () => {
        c.server.store.delete(leases, place);
      });
      c.time.run();
      expect(lines(recording)).toEqual(['0 L 0', '4000 F -', '4000 L 0']);
    });
  });

  it('ends its term a fixed time after the last renewal was sent', () => {
    cluster((c) => {
      const broken = between(c.transport, [5_000, 16_000], anyRequest, cut);
      const recording = c.time.record(candidate(broken, 'a'), 30_000);
      const held: boolean[] = [];
      for (const time of [13_999, 14_000]) {
        c.time.at(time, () => held.push(termsOf(recording)[0]?.holds() === true));
      }
      c.time.run();
      expect(lines(recording)).toEqual([
        '0 L 0',
        '14000 F -',
        '14000 F - TransportError',
        '16000 L 0',
      ]);
      expect(held).toEqual([true, false]);
    });
  });

  it('loses one attempt, and not the term, to a request that hangs', () => {
    cluster((c) => {
      const hanging = between(c.transport, [1_000, 3_000], anyRequest, () => NEVER);
      const recording = c.time.record(candidate(hanging, 'a'), 60_000);
      c.time.run();
      expect(lines(recording)).toEqual(['0 L 0']);
      expect(specOf(c)?.renewTime).toBe('1970-01-01T00:00:59.000000Z');
    });
  });

  it('reads the Lease after a renewal that may have happened', () => {
    cluster((c) => {
      const sent: string[] = [];
      const losing = between(c.transport, [1_000, 3_000], isPut, (request) =>
        concat(c.transport(request).pipe(ignoreElements()), cut(request)),
      );
      const counted: Transport = (request) => {
        sent.push(request.method);

        return losing(request);
      };
      const recording = c.time.record(candidate(counted, 'a'), 5_000);
      c.time.run();
      expect(sent).toEqual(['GET', 'POST', 'PUT', 'GET', 'PUT']);
      expect(lines(recording)).toEqual(['0 L 0']);
    });
  });

  it('reports why it cannot become the leader', () => {
    cluster((c) => {
      c.server.faults.next({ times: 2, answer: { status: 403 } });
      const recording = c.time.record(candidate(c.transport, 'a'), 10_000);
      c.time.run();
      expect(lines(recording)).toEqual(['0 F - StatusError', '4000 L 0']);
    });
  });

  it('ends its term when the clock jumps, before any request', () => {
    cluster((c) => {
      const clock = jumpingScheduler();
      const recording = c.time.record(
        candidate(c.transport, 'a', { scheduler: clock.scheduler }),
        9_000,
      );
      const seen: (boolean | undefined)[] = [];
      c.time.at(1_000, () => {
        const [term] = termsOf(recording);
        seen.push(term?.holds());
        clock.jump(3_600_000);
        seen.push(term?.holds(), term?.signal.aborted);
      });
      c.time.run();
      expect(seen).toEqual([true, false, false]);
      expect(lines(recording)).toEqual(['0 L 0', '2000 F -', '2000 L 0']);
    });
  });

  it('does not believe a response that comes after its deadline', () => {
    cluster((c) => {
      const clock = jumpingScheduler();
      const slow = between(c.transport, [0, 1], isPost, (request) => {
        clock.jump(3_600_000);

        return c.transport(request);
      });
      const recording = c.time.record(candidate(slow, 'a', { scheduler: clock.scheduler }), 9_000);
      c.time.run();
      expect(lines(recording)).toEqual(['2000 L 0']);
    });
  });

  it('does not take a jump of the clock for the end of the Lease of another', () => {
    cluster((c) => {
      c.server.store.create(leases, abandoned());
      const clock = jumpingScheduler();
      const recording = c.time.record(
        candidate(c.transport, 'a', { scheduler: clock.scheduler }),
        60_000,
      );
      c.time.at(1_000, () => {
        clock.jump(3_600_000);
      });
      c.time.run();
      // A jump counts as two periods at most.
      expect(lines(recording)).toEqual(['0 F b', '13000 L 4']);
    });
  });

  it('leaves the Lease as it is when it is unsubscribed', () => {
    cluster((c) => {
      const recording = c.time.record(candidate(c.transport, 'a'), 3_000);
      c.time.run();
      expect(specOf(c)?.holderIdentity).toBe('a');
      expect(termsOf(recording)[0]?.signal.aborted).toBe(true);
      expect(termsOf(recording)[0]?.holds()).toBe(false);
    });
  });

  it('gives each subscription an identity of its own', () => {
    cluster((c) => {
      const election = leaderElection(c.transport, { ...place, random: () => 0 });
      const first = c.time.record(election, 5_000);
      const second = c.time.record(election, 5_000);
      c.time.run();
      expect(lines(first)).toEqual(['0 L 0']);
      expect(lines(second).at(-1)).toMatch(/^2000 F .+_[-0-9a-f]{36}$/u);
    });
  });

  it.each<[string, Partial<LeaderElectionOptions>]>([
    ['namespace', { namespace: '' }],
    ['name', { name: 'Not A Name' }],
    ['identity', { identity: '' }],
    ['leaseDuration', { leaseDuration: 1_500 }],
    ['renewDeadline', { renewDeadline: 15_000 }],
    ['retryPeriod', { retryPeriod: 9_000 }],
    ['retryPeriod', { retryPeriod: 0 }],
    ['stop', { stop: 'now' as never }],
    ['random', { random: 1 as never }],
    ['mayLead', { mayLead: true as never }],
  ])('refuses a wrong %s before it is subscribed', (field, wrong) => {
    expect(() => leaderElection(() => NEVER, { ...place, ...wrong })).toThrow(field);
  });

  describe('with the option stop', () => {
    it('completes a follower', () => {
      cluster((c) => {
        c.server.store.create(leases, abandoned());
        const recording = c.time.record(candidate(c.transport, 'a', { stop: timer(3_000) }), 9_000);
        c.time.run();
        expect(lines(recording)).toEqual(['0 F b', '3000 |']);
      });
    });

    it('leaves a leader in its term', () => {
      cluster((c) => {
        const recording = c.time.record(
          candidate(c.transport, 'a', { stop: timer(3_000) }),
          MINUTES,
        );
        c.time.run();
        expect(lines(recording)).toEqual(['0 L 0']);
      });
    });

    it('completes at the end of the term', () => {
      cluster((c) => {
        const recording = c.time.record(
          candidate(c.transport, 'a', { stop: timer(3_000) }),
          MINUTES,
        );
        c.time.at(5_000, () => {
          c.server.store.patch(leases, place, { spec: { holderIdentity: 'b' } });
        });
        c.time.run();
        expect(lines(recording)).toEqual(['0 L 0', '6000 F b', '6000 |']);
      });
    });

    it('gives back a Lease that it gets afterwards', () => {
      cluster((c) => {
        const slow: Transport = (request) =>
          concat(timer(1_000).pipe(ignoreElements()), c.transport(request));
        const recording = c.time.record(candidate(slow, 'a', { stop: timer(1_500) }), MINUTES);
        c.time.run();
        expect(lines(recording)).toEqual(['2000 F -', '3000 |']);
        expect(specOf(c)).toMatchObject({ leaseDurationSeconds: 1 });
        expect(specOf(c)?.holderIdentity ?? '').toBe('');
      });
    });

    it('passes on its error', () => {
      cluster((c) => {
        const error = new Error('stop');
        const stop = throwError(() => error);
        const recording = c.time.record(candidate(c.transport, 'a', { stop }), 9_000);
        c.time.run();
        expect(recording.failure?.error).toBe(error);
      });
    });
  });

  it('observes the Lease as a standby, and takes it when it may', () => {
    cluster((c) => {
      c.server.store.create(leases, abandoned());
      let may = false;
      const recording = c.time.record(candidate(c.transport, 'a', { mayLead: () => may }), 60_000);
      c.time.at(30_500, () => {
        may = true;
      });
      c.time.at(40_000, () => {
        may = false;
      });
      c.time.run();
      // It has seen no renewal for 15 s, so it takes the Lease at its next attempt. Its term goes on.
      expect(lines(recording)).toEqual(['0 F b', '31000 L 4']);
    });
  });

  it('shows an exception of random as its own error', () => {
    cluster((c) => {
      const error = new RangeError('mine');
      const random = (): number => {
        throw error;
      };
      const recording = c.time.record(candidate(c.transport, 'a', { random }), 9_000);
      c.time.run();
      expect(recording.failure?.error).toBe(error);
    });
  });
});

const isPost = ({ method }: ApiRequest): boolean => method === 'POST';

/** The clock of the test, with an offset that a test can change. */
function jumpingScheduler(): { scheduler: SchedulerLike; jump: (milliseconds: number) => void } {
  let offset = 0;

  return {
    jump: (milliseconds) => {
      offset += milliseconds;
    },
    scheduler: {
      now: () => asyncScheduler.now() + offset,
      schedule: (work, delay, state) => asyncScheduler.schedule(work as never, delay, state),
    },
  };
}
