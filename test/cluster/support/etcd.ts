import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePorts } from './free-ports.js';
import { type ServerProcess, startProcess } from './server-process.js';

/** The store of a control plane. */
export interface Etcd {
  /** The address of its clients. */
  readonly endpoint: string;
  /** Forgets all history before a revision. */
  readonly compact: (revision: string) => Promise<void>;
  /** Copies all that it holds into a file. */
  readonly snapshot: (file: string) => Promise<void>;
  /** Goes back to a snapshot, as an operator does after a loss: the revisions since then are given out again. */
  readonly restore: (file: string) => Promise<void>;
  /** Writes past the servers, and gives the revision. */
  readonly put: (key: string, value: string) => Promise<string>;
  readonly remove: (key: string) => Promise<void>;
  readonly kill: () => Promise<void>;
}

const run = promisify(execFile);

/** Starts an etcd whose files, the log among them, are in a directory. */
export async function startEtcd(binary: string, directory: string): Promise<Etcd> {
  const [client = 0, peer = 0] = await freePorts(2);
  const endpoint = `http://127.0.0.1:${String(client)}`;
  const members = `http://127.0.0.1:${String(peer)}`;
  const data = join(directory, 'etcd');
  const start = (): Promise<ServerProcess> =>
    startProcess({
      binary,
      args: [
        'etcd',
        `--data-dir=${data}`,
        `--listen-client-urls=${endpoint}`,
        `--advertise-client-urls=${endpoint}`,
        `--listen-peer-urls=${members}`,
        `--initial-advertise-peer-urls=${members}`,
        `--initial-cluster=default=${members}`,
        // The watch cache learns from these that nothing has happened.
        '--watch-progress-notify-interval=2s',
        '--auto-compaction-retention=0',
        '--unsafe-no-fsync',
        '--log-level=warn',
      ],
      log: join(directory, 'etcd.log'),
      ready: async () => {
        const { ok } = await fetch(`${endpoint}/health`);
        if (!ok) throw new Error('etcd is not healthy');
      },
    });
  let server = await start();
  const ask = async (what: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const encoded = Object.entries(fields).map(([name, text]) => [
      name,
      Buffer.from(text).toString('base64'),
    ]);
    const answer = await fetch(`${endpoint}/v3/kv/${what}`, {
      method: 'POST',
      body: JSON.stringify(Object.fromEntries(encoded)),
    });
    if (!answer.ok) throw new Error(`etcd ${what}: ${String(answer.status)}`);

    return ((await answer.json()) as { readonly header: { readonly revision: string } }).header
      .revision;
  };

  return {
    endpoint,
    put: (key, value) => ask('put', { key, value }),
    remove: async (key) => {
      await ask('deleterange', { key });
    },
    compact: async (revision) => {
      await run(binary, ['etcd', 'compact', endpoint, revision]);
    },
    snapshot: async (file) => {
      await run(binary, ['etcd', 'snapshot', endpoint, file]);
    },
    restore: async (file) => {
      await server.kill();
      await rm(data, { recursive: true });
      await run(binary, ['etcd', 'restore', file, data]);
      server = await start();
    },
    kill: () => server.kill(),
  };
}
