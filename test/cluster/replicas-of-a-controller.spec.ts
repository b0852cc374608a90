import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { type Cluster, clusterAt } from './support/cluster.js';
import { type ControlPlane, startControlPlane } from './support/control-plane.js';
import { administrator, binary, isNewest, isOurs } from './support/given.js';

const OBJECTS = 60;
const soon = { timeout: 30_000, interval: 200 };

/** One write of a replica. */
interface Act {
  readonly at: number;
  readonly shard: string;
  readonly term: number;
}

describe
  .runIf(isOurs)
  .each([
    ['without shards', []],
    ...(isNewest ? [['with shards', ['--feature-gates=ShardedListAndWatch=true']] as const] : []),
  ] as const)('replicas of a controller at a server %s', (_, flags) => {
  let plane: ControlPlane;
  let cluster: Cluster;
  let directory = '';

  beforeAll(async () => {
    plane = await startControlPlane(binary(), { flags });
    cluster = clusterAt(administrator(plane.access));
    directory = await mkdtemp(join(tmpdir(), 'rxkube-replicas-'));
    await build({
      entryPoints: [fileURLToPath(new URL('support/replica-process.ts', import.meta.url))],
      outfile: join(directory, 'replica.cjs'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      conditions: ['@rxkube/source'],
    });
  });

  afterAll(async () => {
    await cluster.close();
    await plane.close();
    await rm(directory, { recursive: true });
  });

  it('handle each object, by one at a time, while replicas come, crash and stop', async () => {
    const { api } = cluster;
    const namespace = await cluster.namespace('shards');
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const names = Array.from({ length: OBJECTS }, (__, at) => `map-${String(at)}`);
    for (const name of names) await api.create(path, { metadata: { name } });
    const acts: Act[] = [];
    const start = (identity: string): ChildProcess => {
      const { server, ca, tokens } = plane.access;
      const child = spawn(process.execPath, [join(directory, 'replica.cjs')], {
        env: {
          ...process.env,
          SERVER: server,
          CA: ca,
          TOKEN: tokens.admin,
          NAMESPACE: namespace,
          IDENTITY: identity,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [at, shard = '', term] = line.split(' ');
        acts.push({ at: Number(at), shard, term: Number(term) });
      });
      onTestFinished(() => {
        child.kill('SIGKILL');
      });

      return child;
    };
    /** Asks for work on each object, and returns who has done it. */
    const work = async (wanted: string): Promise<string> => {
      await Promise.all(
        names.map((name) =>
          api.patch(`${path}/${name}`, { metadata: { annotations: { wanted } } }),
        ),
      );
      const by = new Set<string>();
      await expect
        .poll(async () => {
          const { items } = await api.list(path);
          const open = items.filter(({ metadata }) => metadata.annotations?.['done'] !== wanted);
          by.clear();
          for (const { metadata } of items) by.add(metadata.annotations?.['by'] ?? '');

          return open.filter(({ metadata }) => metadata.name.startsWith('map-')).length;
        }, soon)
        .toBe(0);

      return [...by]
        .filter((identity) => identity !== '')
        .sort()
        .join('');
    };
    const settles = async (round: string, by: string): Promise<void> => {
      let turn = 0;
      await expect
        .poll(() => work(`${round} ${String(turn++)}`), { ...soon, timeout: 60_000 })
        .toBe(by);
    };

    const a = start('a');
    const b = start('b');
    const c = start('c');
    await settles('three', 'abc');
    const d = start('d');
    await settles('four', 'abcd');
    b.kill('SIGKILL');
    await settles('one has crashed', 'acd');
    c.kill('SIGSTOP');
    // Others take its shards over when its Leases have run out.
    await settles('one is stopped', 'ad');
    c.kill('SIGCONT');
    await settles('it goes on', 'acd');
    const ended = [a, c, d].map((child) => once(child, 'exit'));
    for (const child of [a, c, d]) child.kill('SIGTERM');

    expect((await Promise.all(ended)).map(([code]) => code as unknown)).toEqual([0, 0, 0]);

    const terms = new Map<string, number>();
    for (const { shard, term } of acts.sort((one, other) => one.at - other.at)) {
      expect(term).toBeGreaterThanOrEqual(terms.get(shard) ?? 0);
      terms.set(shard, term);
    }
    expect(terms.size).toBeGreaterThan(6);

    const leases = await api.list(`/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`);
    const held = leases.items.filter(
      (lease) => (lease as { spec?: { holderIdentity?: string } }).spec?.holderIdentity !== '',
    );
    // The crashed replica cannot release its own Lease.
    expect(held.map(({ metadata }) => metadata.name)).toEqual(['replicas-b']);
  }, 300_000);
});
