import { join } from 'node:path';

import { type NodeTransport, kubeconfig, nodeTransport } from '@rxkube/undici';
import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type KubeconfigServer, kubeconfigServer } from './support/kubeconfig-server.js';
import { authority, clientName } from './support/transport-certificates.js';
import { type TestPlugin, testPlugin } from './support/transport-plugin.js';
import { httpProxy } from './support/transport-proxies.js';
import { ask, failureOf, listOf, texts, watchFrom } from './support/transport-requests.js';

let place: KubeconfigServer;
let transport: NodeTransport;
let plugin: TestPlugin;
/** Says who is let in: a header `Bearer …`, or the name in a certificate. */
let good: string;
let write: (text: string) => void;

beforeEach(async () => {
  await serve();
});

afterEach(async () => {
  await transport.close();
  await place.close();
});

/** Starts the server, and puts a plugin beside its kubeconfig. */
async function serve(strict = false): Promise<void> {
  place = await kubeconfigServer(
    (request, response) => {
      const who = [request.headers.authorization, clientName(request.socket)];
      response.writeHead(who.includes(good) ? 200 : 401);
      if (request.url?.includes('watch') === true && who.includes(good)) {
        write = (text) => void response.write(text);
        write('x');
      } else {
        response.end(who.includes(good) ? 'yes' : 'no');
      }
    },
    { strict },
  );
  plugin = testPlugin(place.directory);
}

function start(user: object, cluster?: object): void {
  transport = nodeTransport(kubeconfig({ file: place.put(user, cluster) }));
}

function sent(): readonly (string | undefined)[] {
  return place.server.received.map(({ headers }) => headers.authorization);
}

/** A pair as a plugin prints it. */
async function printed(name: string): Promise<Record<string, string>> {
  const { cert, key } = await place.root.client(name);

  return { clientCertificateData: cert, clientKeyData: key };
}

describe('a transport with a credential plugin', () => {
  it('runs it once for thirty watches and for later requests', async () => {
    good = 'Bearer t1';
    plugin.print({ token: 't1' });
    start({ exec: plugin.exec });
    const watches = Array.from({ length: 30 }, (_each, index) =>
      firstValueFrom(texts(transport(watchFrom(String(index))))),
    );

    expect(await Promise.all(watches)).toEqual(Array(30).fill('x'));
    expect((await ask(transport)).text).toBe('yes');
    expect(plugin.runs()).toBe(1);
  });

  it('runs it again after a 401 and leaves an open watch alone', async () => {
    good = 'Bearer t1';
    plugin.print({ token: 't1' });
    start({ exec: plugin.exec });
    const chunks: string[] = [];
    let more: () => void = () => undefined;
    const arrived = (): Promise<void> => new Promise((resolve) => (more = resolve));
    const opened = arrived();
    const watch = texts(transport(watchFrom('1'))).subscribe((chunk) => {
      chunks.push(chunk);
      more();
    });
    await opened;
    good = 'Bearer t2';
    plugin.print({ token: 't2' });
    const answers = await Promise.all([
      ask(transport),
      ask(transport, listOf({ query: { continue: 'p2' } })),
    ]);
    const again = arrived();
    write('y');
    await again;
    watch.unsubscribe();

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(chunks).toEqual(['x', 'y']);
    expect(plugin.runs()).toBe(2);
  });

  it('renews once per request if every token is refused', async () => {
    good = 'Bearer other';
    plugin.print({ token: 't1' });
    start({ exec: plugin.exec });

    expect((await ask(transport)).status).toBe(401);
    expect(sent()).toEqual(['Bearer t1', 'Bearer t1']);
    expect(plugin.runs()).toBe(2);
  });

  it('shows the certificate that it prints, and the next one after a 401, and leaves an open watch alone', async () => {
    good = 'first';
    plugin.print(await printed('first'));
    start({ exec: plugin.exec });
    const chunks: string[] = [];
    const watch = texts(transport(watchFrom('1'))).subscribe((chunk) => chunks.push(chunk));
    await place.server.next(/watch/u);
    const before = (await ask(transport)).status;
    good = 'second';
    plugin.print(await printed('second'));
    const after = await Promise.all([ask(transport), ask(transport)]);
    const open = !watch.closed;
    watch.unsubscribe();

    expect([before, ...after.map(({ status }) => status)]).toEqual([200, 200, 200]);
    expect([open, chunks]).toEqual([true, ['x']]);
  });

  it('uses the next certificate if the server refuses the first one at the handshake', async () => {
    good = 'ann';
    await place.close();
    await serve(true);
    const { cert, key } = await (await authority('nobody')).client('ann');
    plugin.print({ clientCertificateData: cert, clientKeyData: key }, await printed('ann'));
    start({ exec: plugin.exec });

    expect((await ask(transport)).status).toBe(200);
    expect([place.server.received.length, plugin.runs()]).toEqual([1, 2]);
  });

  it('fails with the words of the plugin, sends nothing, and names the request', async () => {
    plugin.print({ token: '' });
    start({ exec: plugin.exec });

    expect(await failureOf(transport)).toMatchObject({
      _tag: 'TransportError',
      phase: 'credentials',
      request: 'GET /api/v1/pods',
      problem: expect.stringContaining('printed neither a token nor a client certificate'),
    });
    expect(place.server.accepted).toEqual([]);
  });
});

describe('a transport with a kubeconfig', () => {
  it('impersonates another user, in as many header lines as needed', async () => {
    good = 'Bearer t0ken';
    start({
      token: 't0ken',
      as: 'jürgen',
      'as-uid': '42',
      'as-groups': ['a', 'b, c'],
      'as-user-extra': { 'example.com/why': ['x', 'y'] },
    });
    await ask(transport);
    const lines: string[] = [];
    place.server.received[0]?.rawHeaders.forEach((name, index, all) => {
      if (index % 2 === 0 && name.startsWith('impersonate'))
        lines.push(`${name}: ${all[index + 1] ?? ''}`);
    });

    expect(lines).toEqual([
      `impersonate-user: ${Buffer.from('jürgen').toString('latin1')}`,
      'impersonate-uid: 42',
      'impersonate-group: a',
      'impersonate-group: b, c',
      'impersonate-extra-example.com%2Fwhy: x',
      'impersonate-extra-example.com%2Fwhy: y',
    ]);
  });

  it('leaves a request with its own impersonation unchanged', async () => {
    start({ token: 't0ken', as: 'ann', 'as-groups': ['a'] });
    await ask(transport, listOf({ headers: { 'impersonate-user': 'bob' } }));
    const { headers } = place.server.received[0] ?? {};

    expect(headers).toMatchObject({ 'impersonate-user': 'bob' });
    expect(headers).not.toHaveProperty('impersonate-group');
  });

  it('uses its proxy, even for this machine', async () => {
    good = 'Bearer t0ken';
    const proxy = await httpProxy({ to: 0 });
    start({ token: 't0ken' }, { 'proxy-url': `http://127.0.0.1:${String(proxy.port)}` });
    await failureOf(transport);
    await proxy.close();

    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${String(place.server.port)}`]);
  });

  it('refuses to skip the check of a certificate whose authority is given, as kubectl does', () => {
    start({});
    const file = join(place.directory, 'config');

    expect(() => nodeTransport({ ...kubeconfig({ file }), insecureSkipTlsVerify: true })).toThrow(
      expect.objectContaining({ rule: 'invalidArgument', field: 'insecureSkipTlsVerify' }),
    );
  });
});
