import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ApiServer, createApiServer } from '@rxkube/apiserver';
import { pods } from '@rxkube/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { bundledProgram, output } from './support/transport-program.js';

let directory: string;
let program: string;
let server: ApiServer;
let door: Door;

/** Counts the connections to a server, by standing in front of it. */
interface Door {
  readonly url: string;
  readonly open: ReadonlySet<Socket>;
  readonly seen: () => number;
  readonly close: () => Promise<void>;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  program = await bundledProgram('./pipe-leak-program.ts', directory);
  server = createApiServer();
  for (let at = 0; at < 20; at++) {
    server.store.create(pods, { metadata: { namespace: 'ns1', name: `pod-${String(at)}` } });
  }
  door = await openDoor((await server.listen()).port);
});

afterAll(async () => {
  await door.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

describe('a process that watches through the whole pipe', () => {
  it('releases sockets, timers, listeners and connections a thousand times, and ends', async () => {
    const { before, after, ended } = JSON.parse(await output(program, [door.url])) as {
      before: unknown;
      after: unknown;
      ended: number;
    };

    expect(ended).toBe(1_000);
    expect(after).toEqual(before);
    expect(door.seen()).toBeGreaterThan(0);
    // The process has ended by itself, and its sockets with it: the server must have noticed each.
    await expect.poll(() => door.open.size).toBe(0);
    await expect.poll(() => server.watchers).toBe(0);
  });
});

async function openDoor(port: number): Promise<Door> {
  const open = new Set<Socket>();
  let seen = 0;
  const outside: Server = createServer((socket) => {
    seen++;
    open.add(socket);
    const inside = connect(port, '127.0.0.1');
    socket.on('close', () => {
      open.delete(socket);
      inside.destroy();
    });
    socket.on('error', () => socket.destroy());
    inside.on('error', () => socket.destroy());
    inside.on('close', () => socket.destroy());
    socket.pipe(inside).pipe(socket);
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const { port: own } = outside.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${String(own)}`,
    open,
    seen: () => seen,
    close: () =>
      new Promise((resolve) => {
        outside.close(() => {
          resolve();
        });
      }),
  };
}
