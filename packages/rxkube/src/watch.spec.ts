import { createServer } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { TransportError, pods } from '@rxkube/protocol';
import { firstValueFrom, take, throwError, toArray } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { watch } from './watch.js';

const POD = { metadata: { name: 'a', namespace: 'ns1', uid: 'u1', resourceVersion: '7' } };
const LIST = { kind: 'PodList', metadata: { resourceVersion: '10' }, items: [POD] };

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('watch', () => {
  it('takes the transport that it is given', async () => {
    const error = new TransportError({ phase: 'connect', problem: 'no way' });
    const snapshots = await firstValueFrom(
      watch(pods, { transport: () => throwError(() => error) }).pipe(take(2), toArray()),
    );

    expect(snapshots.map(({ phase }) => phase)).toEqual(['listing', 'listing']);
    expect(snapshots[1]?.error).toBe(error);
  });

  it('goes where kubectl would go, and closes its connections behind the last subscriber', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url?.includes('watch=true') === true) response.flushHeaders();
      else response.end(JSON.stringify(LIST));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const folder = await mkdtemp(join(tmpdir(), 'rxkube-'));
    const file = join(folder, 'config');
    await writeFile(file, kubeconfigFor(port));
    vi.stubEnv('KUBECONFIG', file);

    const [listing, live] = await firstValueFrom(watch(pods).pipe(take(2), toArray()));
    // Ends only when no connection is left.
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });

    expect(listing?.phase).toBe('listing');
    expect(live?.get('ns1/a')?.metadata.resourceVersion).toBe('7');
  });

  it('follows the kubeconfig that is there when it is subscribed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rxkube-'));
    const file = join(folder, 'config');
    const servers = [1, 2].map(() =>
      createServer((_request, response) => {
        response.end();
      }),
    );
    const hits = servers.map(() => 0);
    const ports: number[] = [];
    for (const [index, server] of servers.entries()) {
      server.on('request', () => {
        hits[index] = (hits[index] ?? 0) + 1;
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      ports.push((server.address() as AddressInfo).port);
    }
    vi.stubEnv('KUBECONFIG', file);
    await writeFile(file, kubeconfigFor(ports[0] ?? 0));
    const first = watch(pods).subscribe();
    await vi.waitUntil(() => hits[0] === 1);
    await writeFile(file, kubeconfigFor(ports[1] ?? 0));
    const second = watch(pods).subscribe();
    await vi.waitUntil(() => hits[1] === 1);
    first.unsubscribe();
    second.unsubscribe();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    await rm(folder, { recursive: true });

    expect(hits[1]).toBe(1);
  });

  it('errors where there is no cluster to talk to, naming what to set', async () => {
    vi.stubEnv('KUBECONFIG', join(tmpdir(), 'rxkube-there-is-no-such-file'));
    vi.stubEnv('HOME', join(tmpdir(), 'rxkube-there-is-no-such-home'));
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '');

    await expect(firstValueFrom(watch(pods))).rejects.toMatchObject({
      _tag: 'ProtocolError',
      rule: 'invalidArgument',
    });
  });
});

function kubeconfigFor(port: number): string {
  return `
apiVersion: v1
kind: Config
current-context: here
contexts: [{ name: here, context: { cluster: here, user: me } }]
clusters: [{ name: here, cluster: { server: 'http://127.0.0.1:${String(port)}' } }]
users: [{ name: me, user: {} }]
`;
}
