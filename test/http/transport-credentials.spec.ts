import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

import {
  type NodeTransport,
  type NodeTransportOptions,
  inCluster,
  nodeTransport,
} from '@rxkube/undici';
import { of, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Authority, authority } from './support/transport-certificates.js';
import { ask, failureOf, listOf, watchFrom } from './support/transport-requests.js';
import { type RecordingServer, recordingServer } from './support/transport-server.js';

let server: RecordingServer;
let transport: NodeTransport;
let directory: string;
/** The only token that the server takes. */
let good: string;

async function start(options: Partial<NodeTransportOptions>): Promise<void> {
  server = await recordingServer((request, response) => {
    const known = request.headers.authorization === `Bearer ${good}`;
    response.writeHead(known ? 200 : 401).end(known ? 'yes' : '{"kind":"Status","code":401}');
  });
  transport = nodeTransport({ server: server.url, ...options });
}

function sent(): readonly (string | undefined)[] {
  return server.received.map(({ headers }) => headers.authorization);
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
});

afterEach(async () => {
  await transport.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

describe('nodeTransport with credentials', () => {
  it('sends a token, and passes a 401 on if there is no other', async () => {
    good = 'new';
    await start({ token: ' old\n' });

    expect(await ask(transport)).toMatchObject({
      status: 401,
      text: expect.stringContaining('Status'),
    });
    expect(sent()).toEqual(['Bearer old']);
  });

  it('calls a function before each request', async () => {
    good = 'b';
    const tokens = ['b', 'b', 'a'];
    await start({ token: () => Promise.resolve(tokens.pop() ?? '') });
    await ask(transport);

    expect(sent()).toEqual(['Bearer a', 'Bearer b']);
    await ask(transport, watchFrom('1'));
    expect(sent()).toEqual(['Bearer a', 'Bearer b', 'Bearer b']);
  });

  it('renews once per request, at once, and then passes the 401 on', async () => {
    good = 'never';
    let asked = 0;
    await start({ token: () => `t${String((asked += 1))}` });
    const { status } = await ask(transport);

    expect(status).toBe(401);
    expect(sent()).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('renews once for many requests that start together', async () => {
    good = 'a';
    let asked = 0;
    await start({
      token: async () => {
        asked += 1;
        await new Promise(setImmediate);

        return 'a';
      },
    });
    await Promise.all(
      Array.from({ length: 30 }, (_each, index) => ask(transport, watchFrom(String(index)))),
    );

    expect(asked).toBe(1);
  });

  it('sends no credential of the program after a 401 that it cannot renew', async () => {
    good = 'x';
    await start({ credential: { current: of('Bearer y') } });

    expect(await ask(transport)).toMatchObject({ status: 401 });
    expect(sent()).toEqual(['Bearer y']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('s3cret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('s3cret'))],
    ['gives nothing', () => ''],
    ['gives two lines', () => 's3cret\nx: y'],
  ])('fails if the function %s, without its text', async (_name, token) => {
    await start({ token });
    const error = await failureOf(transport);

    expect(error).toMatchObject({
      _tag: 'TransportError',
      phase: 'credentials',
      request: 'GET /api/v1/pods',
    });
    expect(String(error)).not.toContain('s3cret');
    expect(server.received).toHaveLength(0);
  });

  it('fails if a credential of the program fails, with its error as the cause', async () => {
    const cause = new Error('no login');
    await start({ credential: { current: throwError(() => cause) } });
    const error = await failureOf(transport);

    expect(error).toMatchObject({ _tag: 'TransportError', phase: 'credentials' });
    expect(error).toHaveProperty('cause', cause);
  });

  it('B39 reads a token file again after a 401, through a swapped link as the kubelet makes it', async () => {
    mkdirSync(join(directory, 'one'));
    mkdirSync(join(directory, 'two'));
    writeFileSync(join(directory, 'one', 'token'), 't1\n');
    writeFileSync(join(directory, 'two', 'token'), 't2\n');
    symlinkSync('one', join(directory, '..data'));
    symlinkSync(join('..data', 'token'), join(directory, 'token'));
    good = 't1';
    await start({ token: { file: join(directory, 'token') } });
    await ask(transport);
    symlinkSync('two', join(directory, '..next'));
    renameSync(join(directory, '..next'), join(directory, '..data'));
    await ask(transport);
    good = 't2';
    const { status } = await ask(transport, listOf({ query: { continue: 'page2' } }));

    expect(status).toBe(200);
    expect(sent()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1', 'Bearer t2']);
    expect(server.received[3]?.url).toBe('/api/v1/pods?continue=page2');
  });

  it('continues with the last good token while the file is empty or missing', async () => {
    const file = join(directory, 'token');
    writeFileSync(file, 't1');
    good = 'other';
    await start({ token: { file } });
    writeFileSync(file, '\n');
    const first = await ask(transport).catch((error: unknown) => error);
    writeFileSync(file, 't1');
    await ask(transport);
    writeFileSync(file, ' ');
    await ask(transport);
    rmSync(file);
    await ask(transport);

    expect(first).toMatchObject({ _tag: 'TransportError', phase: 'credentials' });
    expect(sent()).toEqual(Array.from({ length: 6 }, () => 'Bearer t1'));
  });

  it('shows nothing secret when it is looked at', async () => {
    await start({ token: 's3cret', headers: { 'x-key': 's3cret' } });

    expect(inspect(transport, { depth: 10, showHidden: true })).not.toContain('s3cret');
  });
});

describe('nodeTransport in a cluster', () => {
  let root: Authority;

  it('uses the mounted token, certificate and namespace', async () => {
    root = await authority('cluster');
    writeFileSync(join(directory, 'token'), 't1');
    writeFileSync(join(directory, 'ca.crt'), root.cert);
    writeFileSync(join(directory, 'namespace'), 'team\n');
    server = await recordingServer(
      (_request, response) => response.end('yes'),
      await root.server(),
    );
    const access = inCluster({
      directory,
      env: { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(server.port) },
    });
    transport = nodeTransport(access);

    expect((await ask(transport)).text).toBe('yes');
    expect(sent()).toEqual(['Bearer t1']);
    expect(access.namespace).toBe('team');
  });

  it('uses a new authority when the server has a certificate of it', async () => {
    root = await authority('old');
    const next = await authority('new');
    writeFileSync(join(directory, 'token'), 't1');
    writeFileSync(join(directory, 'ca.crt'), root.cert);
    server = await recordingServer(
      (_request, response) => response.end('yes'),
      await next.server(),
    );
    transport = nodeTransport(
      inCluster({
        directory,
        env: { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(server.port) },
      }),
    );
    const before = await failureOf(transport);
    writeFileSync(join(directory, 'ca.crt'), next.cert);

    expect(before).toMatchObject({ _tag: 'TransportError', phase: 'connect' });
    expect((await ask(transport)).text).toBe('yes');
  });
});
