import { type Leadership, leaderElection, whileLeading } from '@rxkube/control';
import { leases } from '@rxkube/protocol';
import { Subject, type Subscription, take, tap } from 'rxjs';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import { sharedCluster } from './support/given.js';

/** Short, so that a test lasts some seconds. */
const times = { leaseDuration: 3_000, renewDeadline: 2_000, retryPeriod: 500 };
/** The longest vacancy after a crash, and as much again for a busy machine. */
const crashed = { timeout: 2 * (times.leaseDuration + 2 * times.retryPeriod) };
/** Below the duration of a Lease, so the Lease was given back. */
const released = { timeout: times.leaseDuration - 500 };

const cluster = sharedCluster();
const { api } = cluster;

afterAll(() => cluster.close());

interface Candidate {
  readonly state: () => Leadership | undefined;
  readonly leads: () => boolean;
  /** Ends its work, and gives the Lease back. */
  readonly end: () => void;
  readonly kill: () => void;
}

function candidate(namespace: string, identity: string): Candidate {
  const end = new Subject<void>();
  let state: Leadership | undefined;
  const subscription: Subscription = leaderElection(cluster.transport(), {
    namespace,
    name: 'lock',
    identity,
    ...times,
  })
    .pipe(
      tap((leadership) => {
        state = leadership;
      }),
      whileLeading(() => end.pipe(take(1))),
    )
    .subscribe();
  onTestFinished(() => {
    subscription.unsubscribe();
  });

  return {
    state: () => state,
    leads: () => state?._tag === 'Leading' && state.holds(),
    end: () => {
      end.next();
    },
    kill: () => {
      subscription.unsubscribe();
    },
  };
}

describe('an election on a real server', () => {
  it('has one leader at a time, through releases, crashes and a deleted Lease', async () => {
    const namespace = await cluster.namespace('election');
    const path = `/apis/${leases.group}/v1/namespaces/${namespace}/leases/lock`;
    const spec = async (): Promise<unknown> =>
      (JSON.parse((await api.ask(path)).body) as { spec?: unknown }).spec;
    const a = candidate(namespace, 'a');
    await expect.poll(a.leads, crashed).toBe(true);
    const b = candidate(namespace, 'b');
    await expect.poll(b.state, crashed).toMatchObject({ _tag: 'Following', holder: 'a' });
    const time: unknown = expect.stringMatching(/^2\d{3}-.*\.\d{6}Z$/u);

    expect(await spec()).toEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 3,
      leaseTransitions: 0,
      acquireTime: time,
      renewTime: time,
    });

    a.end();
    await expect.poll(b.leads, released).toBe(true);

    expect(a.leads()).toBe(false);
    expect(await spec()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });

    const c = candidate(namespace, 'c');
    await expect.poll(c.state, crashed).toMatchObject({ _tag: 'Following', holder: 'b' });
    b.kill();
    await expect.poll(c.leads, crashed).toBe(true);

    expect(await spec()).toMatchObject({ holderIdentity: 'c', leaseTransitions: 2 });

    const d = candidate(namespace, 'd');
    await expect.poll(d.state, crashed).toMatchObject({ _tag: 'Following', holder: 'c' });
    await api.remove(path);
    // The leader creates it again, and the other candidate respects that it is missing.
    await expect.poll(spec, crashed).toMatchObject({ holderIdentity: 'c', leaseTransitions: 0 });

    expect([c.leads(), d.leads()]).toEqual([true, false]);
  });

  it('leaves a vacant Lease behind the last leader', async () => {
    const namespace = await cluster.namespace('released');
    const a = candidate(namespace, 'a');
    await expect.poll(a.leads, crashed).toBe(true);
    a.end();
    const path = `/apis/${leases.group}/v1/namespaces/${namespace}/leases/lock`;

    await expect
      .poll(async () => JSON.parse((await api.ask(path)).body) as unknown, crashed)
      .toMatchObject({ spec: { holderIdentity: '', leaseDurationSeconds: 1 } });
  });
});
