import { type NodeTransport, type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { firstValueFrom } from 'rxjs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import {
  type Authority,
  type KeyPair,
  authority,
  clientName,
} from './support/transport-certificates.js';
import { startHttp2 } from './support/transport-http2.js';
import { type TestProxy, httpProxy, socksProxy } from './support/transport-proxies.js';
import { ask, failureOf, texts, watchFrom } from './support/transport-requests.js';
import { type RecordingServer, recordingServer } from './support/transport-server.js';

const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);
let root: Authority;
let pair: KeyPair;
let server: RecordingServer;
let proxy: TestProxy | undefined;
let transport: NodeTransport | undefined;

beforeAll(async () => {
  root = await authority('root');
  pair = await root.server({ name: 'kubernetes.example' });
});

beforeEach(async () => {
  for (const name of VARIABLES) vi.stubEnv(name, '');
  server = await recordingServer(
    (request, response) => {
      if (request.url?.includes('watch') === true) response.write('x');
      else response.end(clientName(request.socket));
    },
    { ...pair, ca: root.cert, requestCert: true, rejectUnauthorized: false },
  );
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await transport?.close();
  await proxy?.close();
  await server.close();
  transport = proxy = undefined;
});

/** Opens a way to a server that only the proxy can find. */
function through(options: Partial<NodeTransportOptions>): NodeTransport {
  transport = nodeTransport({
    server: 'https://kubernetes.example:6443',
    ca: root.cert,
    ...options,
  });

  return transport;
}

describe('B45 nodeTransport through a proxy', () => {
  it('opens a tunnel, and does TLS in it, with a client certificate', async () => {
    proxy = await httpProxy({ to: server.port });
    const client = await root.client('ann');
    const over = through({ proxy: `http://127.0.0.1:${String(proxy.port)}`, ...client });
    const answers = [(await ask(over)).text, (await ask(over)).text];

    expect(answers).toEqual(['ann', 'ann']);
    expect(proxy.asked).toEqual(['CONNECT kubernetes.example:6443']);
    expect(proxy.logins).toEqual([undefined]);
  });

  it('speaks HTTP/2 in the tunnel', async () => {
    const http2 = await startHttp2(pair);
    onTestFinished(() => http2.close());
    proxy = await httpProxy({ to: Number(new URL(http2.url).port) });
    const over = through({ proxy: `http://127.0.0.1:${String(proxy.port)}`, http2: true });
    const answers = await Promise.all([ask(over), ask(over), ask(over)]);

    expect(answers.map(({ text }) => text)).toEqual(['done', 'done', 'done']);
    expect(http2.perSession()).toEqual([3]);
    expect(proxy.asked).toEqual(['CONNECT kubernetes.example:6443']);
  });

  it('logs in at the proxy, and hides the login from the server', async () => {
    proxy = await httpProxy({ to: server.port });
    await ask(through({ proxy: `http://ann:p%40ss@127.0.0.1:${String(proxy.port)}` }));

    expect(proxy.logins).toEqual([`Basic ${Buffer.from('ann:p@ss').toString('base64')}`]);
    expect(server.received[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('keeps a watch going, and ends its tunnel after the last unsubscription', async () => {
    proxy = await httpProxy({ to: server.port });
    const over = through({ proxy: `http://127.0.0.1:${String(proxy.port)}` });

    expect(await firstValueFrom(texts(over(watchFrom('1'))))).toBe('x');
    await vi.waitUntil(() => proxy?.clients[0]?.closed === true, 10_000);
    await vi.waitUntil(() => server.aborted.length === 1, 10_000);
  });

  it('trusts the authority of the server for a proxy with TLS too', async () => {
    proxy = await httpProxy({ to: server.port, tls: await root.server() });

    expect((await ask(through({ proxy: `https://127.0.0.1:${String(proxy.port)}` }))).text).toBe(
      'nobody',
    );
    expect(proxy.asked).toEqual(['CONNECT kubernetes.example:6443']);
  });

  it('does not trust a proxy with any certificate', async () => {
    proxy = await httpProxy({ to: server.port, tls: await (await authority('other')).server() });
    const error = await failureOf(
      through({ proxy: `https://ann:s3cret@127.0.0.1:${String(proxy.port)}` }),
    );

    expect(error).toMatchObject({
      _tag: 'TransportError',
      phase: 'connect',
      code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      request: 'GET /api/v1/pods',
      problem: expect.stringContaining(`the proxy https://127.0.0.1:${String(proxy.port)} `),
    });
    expect(proxy.asked).toEqual([]);
  });

  it.each([undefined, 'ann:p@ss'])(
    'goes through SOCKS5 with the login %s, which finds the name',
    async (login) => {
      proxy = await socksProxy(server.port, login);
      const user = login === undefined ? '' : 'ann:p%40ss@';

      expect(
        (await ask(through({ proxy: `socks5://${user}127.0.0.1:${String(proxy.port)}` }))).text,
      ).toBe('nobody');
      expect(proxy.asked).toEqual(['CONNECT kubernetes.example:6443']);
      expect(proxy.logins).toEqual(login === undefined ? [] : [login]);
    },
  );

  it('reports that SOCKS5 refuses a login, without quoting it', async () => {
    proxy = await socksProxy(server.port, 'ann:other');
    const error = await failureOf(
      through({ proxy: `socks5://ann:s3cret@127.0.0.1:${String(proxy.port)}` }),
    );

    expect(error).toMatchObject({
      phase: 'connect',
      problem: expect.stringMatching(
        /does not open the way to the server \(.*uthentication failed/u,
      ),
    });
  });

  it.each([
    [407, 'wants a login (407)'],
    [403, 'does not open the way to the server (403)'],
  ])('explains a %i of the proxy', async (status, words) => {
    proxy = await httpProxy({ to: server.port, status });
    const error = await failureOf(through({ proxy: `http://127.0.0.1:${String(proxy.port)}` }));

    expect(error).toMatchObject({
      phase: 'connect',
      code: 'ERR_PROXY',
      problem: expect.stringContaining(words),
    });
    expect(server.accepted).toEqual([]);
  });

  it('reports a proxy port without a listener', async () => {
    proxy = await httpProxy({ to: server.port });
    const { port } = proxy;
    await proxy.close();
    proxy = undefined;
    const error = await failureOf(through({ proxy: `http://127.0.0.1:${String(port)}` }));

    expect(error).toMatchObject({
      phase: 'connect',
      code: 'ECONNREFUSED',
      problem: expect.stringContaining(
        `the proxy http://127.0.0.1:${String(port)} cannot be reached`,
      ),
    });
  });

  it('gives up on a proxy that does not respond in time', async () => {
    proxy = await httpProxy({ to: server.port, status: 0 });
    const error = await failureOf(
      through({ proxy: `http://127.0.0.1:${String(proxy.port)}`, connectTimeout: 100 }),
    );

    expect(error).toMatchObject({ phase: 'connect', code: 'UND_ERR_CONNECT_TIMEOUT' });
    await vi.waitUntil(() => proxy?.clients[0]?.closed === true, 10_000);
  });

  it('gives up a tunnel that no request waits for', async () => {
    proxy = await httpProxy({ to: server.port, status: 0 });
    const over = through({ proxy: `http://127.0.0.1:${String(proxy.port)}` });
    const subscription = over(watchFrom('1')).subscribe();
    await vi.waitUntil(() => proxy?.asked.length === 1, 10_000);
    subscription.unsubscribe();

    expect(await vi.waitUntil(() => proxy?.clients[0]?.closed, 10_000)).toBe(true);
  });

  it('checks the certificate of the server behind the proxy', async () => {
    proxy = await httpProxy({ to: server.port });
    const over = through({
      proxy: `http://127.0.0.1:${String(proxy.port)}`,
      server: 'https://other.example',
    });

    expect(await failureOf(over)).toMatchObject({
      phase: 'connect',
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(proxy.asked).toEqual(['CONNECT other.example:443']);
    expect(server.received).toEqual([]);
  });

  it('sends requests for a server without TLS to the proxy itself', async () => {
    proxy = await httpProxy({ to: server.port });
    const over = through({
      proxy: `http://ann:pass@127.0.0.1:${String(proxy.port)}`,
      server: 'http://kubernetes.example:8001/prefix',
      ca: undefined,
    });

    expect((await ask(over)).text).toBe('by the proxy');
    expect(proxy.asked).toEqual(['GET http://kubernetes.example:8001/prefix/api/v1/pods']);
    expect(proxy.logins).toEqual([`Basic ${Buffer.from('ann:pass').toString('base64')}`]);
  });

  it('treats a 407 before a server without TLS as one of the proxy', async () => {
    proxy = await httpProxy({ to: server.port, status: 407 });
    const over = through({
      proxy: `http://127.0.0.1:${String(proxy.port)}`,
      server: 'http://kubernetes.example:8001',
      ca: undefined,
    });

    expect(await failureOf(over)).toMatchObject({ phase: 'connect', request: 'GET /api/v1/pods' });
  });
});

describe('nodeTransport with the proxy of the environment', () => {
  it.each(['HTTPS_PROXY', 'https_proxy'])('goes through that of %s', async (name) => {
    proxy = await httpProxy({ to: server.port });
    vi.stubEnv(name, `http://127.0.0.1:${String(proxy.port)}`);

    expect((await ask(through({}))).text).toBe('nobody');
    expect(proxy.asked).toEqual(['CONNECT kubernetes.example:6443']);
  });

  it('is not used for this machine, for NO_PROXY, or if it is turned off', async () => {
    proxy = await httpProxy({ to: server.port });
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${String(proxy.port)}`);
    const here = nodeTransport({
      server: server.url,
      ca: root.cert,
      serverName: 'kubernetes.example',
    });
    const local = (await ask(here)).text;
    await here.close();
    const off = nodeTransport({ server: 'https://kubernetes.invalid', proxy: false });
    const turnedOff = await failureOf(off);
    await off.close();
    vi.stubEnv('NO_PROXY', '.invalid');
    const excluded = await failureOf(through({ server: 'https://kubernetes.invalid' }));

    expect(local).toBe('nobody');
    expect([turnedOff, excluded]).toMatchObject(
      Array(2).fill({ problem: expect.stringContaining('does not resolve') }),
    );
    expect(proxy.asked).toEqual([]);
  });

  it('prefers the proxy option', async () => {
    proxy = await httpProxy({ to: server.port });
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1');
    vi.stubEnv('NO_PROXY', '*');

    expect((await ask(through({ proxy: `http://127.0.0.1:${String(proxy.port)}` }))).text).toBe(
      'nobody',
    );
  });
});
