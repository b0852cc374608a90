import { leaderElection, whileLeading } from '@rxkube/control';
import { leases } from '@rxkube/protocol';
import { nodeTransport } from '@rxkube/undici';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Subject, take, tap } from 'rxjs';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { boxedServer } from '../support/boxed-server.js';
import { clientGo as build, problem } from './build.mjs';

/** A first build compiles some hundred packages. Milliseconds. */
const BUILD = 1_200_000;
/** Those of `election.go`. */
const times = { leaseDuration: 3_000, renewDeadline: 2_000, retryPeriod: 500 };
/** Twice the longest vacancy after a crash. */
const soon = { timeout: 8_000 };
/** Below the duration of a Lease, so the Lease was given back. */
const atOnce = { timeout: 2_500 };

interface Candidate {
  readonly leads: () => Promise<boolean>;
  /** The leader that it has seen last. */
  readonly holder: () => Promise<string | undefined>;
  /** Ends its work, so that it gives the Lease back. */
  readonly end: () => void;
  readonly kill: () => void;
}

function theirs(binary: string, url: string, identity: string): Candidate {
  const child: ChildProcess = spawn(binary, ['elect', url, identity], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the pipes are missing');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const state = async (): Promise<{ leads: boolean; holder: string }> => {
    stdin.write('\n');
    const line = await lines.next();

    return JSON.parse(String(line.value)) as { leads: boolean; holder: string };
  };

  return {
    leads: async () => (await state()).leads,
    holder: async () => (await state()).holder,
    end: () => {
      stdin.write('end\n');
      void lines.next();
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

function ours(url: string, identity: string): Candidate {
  const transport = nodeTransport({ server: url });
  const end = new Subject<void>();
  let holder: string | undefined;
  let leads = false;
  const subscription = leaderElection(transport, {
    namespace: 'default',
    name: 'lock',
    identity,
    ...times,
  })
    .pipe(
      tap((leadership) => {
        leads = leadership._tag === 'Leading';
        holder = leadership._tag === 'Leading' ? identity : leadership.holder;
      }),
      whileLeading(() => end.pipe(take(1))),
    )
    .subscribe();
  onTestFinished(async () => {
    subscription.unsubscribe();
    await transport.close();
  });

  return {
    leads: () => Promise.resolve(leads),
    holder: () => Promise.resolve(holder),
    end: () => {
      end.next();
    },
    kill: () => {
      subscription.unsubscribe();
    },
  };
}

describe.runIf(problem === undefined)('an election together with client-go', () => {
  let binary = '';

  beforeAll(async () => {
    binary = await build();
  }, BUILD);

  it('passes from one to the other by releases', async () => {
    const { server, url } = await boxedServer();
    onTestFinished(() => server.close());
    const first = ours(url, 'ours');
    await expect.poll(first.leads, soon).toBe(true);
    const second = theirs(binary, url, 'theirs');
    await expect.poll(second.holder, soon).toBe('ours');

    expect(await second.leads()).toBe(false);

    first.end();
    await expect.poll(second.leads, atOnce).toBe(true);
    const third = ours(url, 'ours again');
    await expect.poll(third.holder, soon).toBe('theirs');

    expect(await third.leads()).toBe(false);

    second.end();
    await expect.poll(third.leads, atOnce).toBe(true);

    const spec = server.store.get(leases, { namespace: 'default', name: 'lock' })?.spec;
    expect(spec).toMatchObject({ holderIdentity: 'ours again', leaseTransitions: 2 });
  });

  it('passes from one to the other by crashes', async () => {
    const { server, url } = await boxedServer();
    onTestFinished(() => server.close());
    const first = theirs(binary, url, 'theirs');
    await expect.poll(first.leads, soon).toBe(true);
    const second = ours(url, 'ours');
    await expect.poll(second.holder, soon).toBe('theirs');
    first.kill();
    await expect.poll(second.leads, soon).toBe(true);
    const third = theirs(binary, url, 'theirs again');
    await expect.poll(third.holder, soon).toBe('ours');

    expect(await third.leads()).toBe(false);

    second.kill();
    await expect.poll(third.leads, soon).toBe(true);

    const spec = server.store.get(leases, { namespace: 'default', name: 'lock' })?.spec;
    expect(spec).toMatchObject({ holderIdentity: 'theirs again', leaseTransitions: 2 });
  });
});
