import { constants } from 'node:crypto';
import dns from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type NodeTransport, type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { type Authority, authority, clientName } from './support/transport-certificates.js';
import { ask, failureOf, watchFrom } from './support/transport-requests.js';
import { type Handler, type RecordingServer, recordingServer } from './support/transport-server.js';

const DAY = 86_400_000;
let root: Authority;
let directory: string;
let server: RecordingServer | undefined;
let transport: NodeTransport | undefined;

beforeAll(async () => {
  root = await authority('root');
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

afterEach(async () => {
  await transport?.close();
  await server?.close();
  transport = server = undefined;
});

async function start(
  tls: Parameters<typeof recordingServer>[1],
  options: Partial<NodeTransportOptions>,
  handler: Handler = (_request, response) => response.end('yes'),
): Promise<NodeTransport> {
  server = await recordingServer(handler, tls);
  transport = nodeTransport({ server: server.url, ...options });

  return transport;
}

describe('nodeTransport over TLS', () => {
  it('trusts an authority that is given', async () => {
    expect((await ask(await start(await root.server(), { ca: root.cert }))).text).toBe('yes');
  });

  it('accepts a bundle, and bytes', async () => {
    const other = await authority('other');
    const ca = Buffer.from(`# ours\n${other.cert}\n${root.cert}`);

    expect((await ask(await start(await root.server(), { ca }))).text).toBe('yes');
  });

  it('B82 trusts an intermediate authority, whether the server sends the chain or the leaf alone', async () => {
    const cluster = await authority('cluster', root);
    const leaf = await cluster.server();
    const chain = { ...leaf, cert: `${leaf.cert}\n${cluster.cert}` };

    expect((await ask(await start(leaf, { ca: cluster.cert }))).text).toBe('yes');
    await transport?.close();
    await server?.close();
    expect((await ask(await start(chain, { ca: cluster.cert }))).text).toBe('yes');
  });

  it('B82 trusts a certificate of a server that is passed as an authority', async () => {
    const leaf = await root.server();

    expect((await ask(await start(leaf, { ca: leaf.cert }))).text).toBe('yes');
  });

  it('B82 skips a broken certificate of a bundle if another one is good', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    const cut = root.cert.slice(0, 200);
    const over = await start(await root.server(), { ca: `${cut}\n${broken}\n${root.cert}` });

    expect((await ask(over)).text).toBe('yes');
    expect(() => nodeTransport({ server: 'https://127.0.0.1', ca: broken })).toThrow(/`?ca`?/u);
  });

  it('sends no dot at the end of a name in the TLS hello', async () => {
    const names: unknown[] = [];
    server = await recordingServer(
      (request, response) => {
        names.push(nameInHello(request.socket));
        response.end('yes');
      },
      await root.server({ name: 'localhost' }),
    );
    // Not every machine resolves this name.
    const lookup = dns.lookup as (...call: unknown[]) => void;
    vi.spyOn(dns, 'lookup').mockImplementation((_name: string, ...rest: unknown[]) => {
      lookup('127.0.0.1', ...rest);
    });
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const url = server.url.replace('127.0.0.1', 'localhost.');
    transport = nodeTransport({ server: url, ca: root.cert });
    await ask(transport);
    await transport.close();
    transport = nodeTransport({ server: server.url, ca: root.cert, serverName: 'localhost.' });
    await ask(transport);

    expect(names).toEqual(['localhost', 'localhost']);
  });

  it('sends no address in the TLS hello, and checks the certificate for it', async () => {
    const names: unknown[] = [];
    server = await recordingServer(
      (request, response) => {
        names.push(nameInHello(request.socket));
        response.end('yes');
      },
      await root.server({ ip: '10.1.2.3' }),
    );
    transport = nodeTransport({ server: server.url, ca: root.cert, serverName: '10.1.2.3' });
    await ask(transport);
    await transport.close();
    transport = nodeTransport({ server: server.url, ca: root.cert, serverName: '10.1.2.4' });

    expect(await failureOf(transport)).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(names).toEqual([false]);
  });

  it('tells the ways in which a certificate is not trusted apart', async () => {
    const yesterday = new Date(Date.now() - DAY);
    const tomorrow = new Date(Date.now() + DAY);
    const alone = await authority('alone');
    const cases: [Parameters<typeof recordingServer>[1], string][] = [
      [{ cert: alone.cert, key: alone.key }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [await alone.server(), 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
      [await root.server({ notBefore: new Date(0), notAfter: yesterday }), 'CERT_HAS_EXPIRED'],
      [
        await root.server({ notBefore: tomorrow, notAfter: new Date(Date.now() + 2 * DAY) }),
        'CERT_NOT_YET_VALID',
      ],
      [await root.server({ ip: '127.0.0.2' }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ];
    const codes: unknown[] = [];
    for (const [tls] of cases) {
      const error = await failureOf(await start(tls, { ca: root.cert }), watchFrom('1'));
      expect(error).toMatchObject({ _tag: 'TransportError', phase: 'connect' });
      expect(server?.received).toEqual([]);
      codes.push((error as { code: unknown }).code);
      await transport?.close();
      await server?.close();
    }

    expect(codes).toEqual(cases.map(([, code]) => code));
  });

  it('checks the certificate for another name', async () => {
    const pair = await root.server({ name: 'kubernetes.default' });
    const over = await start(pair, { ca: root.cert, serverName: 'kubernetes.default' });

    expect((await ask(over)).text).toBe('yes');
  });

  it('accepts any certificate if you turn the check off', async () => {
    const alone = await authority('alone');

    expect((await ask(await start(alone, { insecureSkipTlsVerify: true }))).text).toBe('yes');
  });

  it('reports a server without TLS', async () => {
    server = await recordingServer((_request, response) => response.end());
    transport = nodeTransport({ server: server.url.replace('http:', 'https:') });

    expect(await failureOf(transport)).toMatchObject({
      _tag: 'TransportError',
      phase: 'connect',
      problem: expect.stringContaining('does not seem to speak TLS'),
    });
  });

  it('shows a client certificate', async () => {
    const pair = await root.client('ann');
    const tls = { ...(await root.server()), ca: root.cert, requestCert: true };
    const names: unknown[] = [];
    const over = await start(tls, { ca: root.cert, ...pair }, (request, response) => {
      names.push(clientName(request.socket));
      response.end('yes');
    });
    await ask(over);

    expect(names).toEqual(['ann']);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'says that a server wants a client certificate, before anything is sent over %s',
    async (maxVersion) => {
      const strict = { ca: root.cert, requestCert: true, rejectUnauthorized: true, maxVersion };
      const over = await start(
        { ...(await root.server()), ...strict },
        { ca: root.cert, token: 't1' },
      );

      expect(await failureOf(over)).toMatchObject({
        _tag: 'TransportError',
        phase: 'connect',
        code: expect.stringMatching(/ALERT/u),
        problem: expect.stringMatching(/want.* a client certificate; pass `cert` and `key`$/u),
      });
      expect(server?.received).toEqual([]);
    },
  );

  it('reports that the server refuses the client certificate, before any request is sent', async () => {
    const stranger = await (await authority('nobody')).client('stranger');
    const strict = { ca: root.cert, requestCert: true, rejectUnauthorized: true };
    const over = await start(
      { ...(await root.server()), ...strict },
      { ca: root.cert, ...stranger },
    );

    expect(await failureOf(over)).toMatchObject({
      _tag: 'TransportError',
      phase: 'connect',
      problem: expect.stringContaining('refuses the client certificate'),
    });
    expect(server?.received).toEqual([]);
  });

  it.each([true, false])(
    'goes on where a server asks for a client certificate and insists on none, with tickets: %s',
    async (tickets) => {
      const asking = { ca: root.cert, requestCert: true, rejectUnauthorized: false };
      const secureOptions = tickets ? 0 : constants.SSL_OP_NO_TICKET;
      const over = await start(
        { ...(await root.server()), ...asking, secureOptions },
        { ca: root.cert },
      );

      expect((await ask(over)).text).toBe('yes');
    },
  );

  it('uses a new authority after 50 s, for new connections', async () => {
    const next = await authority('next');
    const file = join(directory, 'bundle.crt');
    writeFileSync(file, root.cert);
    const over = await start(await root.server(), { ca: { file } });
    await ask(over);
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 50_000);
    writeFileSync(file, next.cert);
    const error = await failureOf(over);
    now.mockRestore();

    // The one connection that there was still trusts the old one: a new one says what is read.
    expect(error).toMatchObject({ phase: 'connect', code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' });
  });

  it('B42 uses a rotated client certificate after the next 401, and leaves an open watch alone', async () => {
    const [first, second] = [await root.client('first'), await root.client('second')];
    const [certFile, keyFile] = [join(directory, 'tls.crt'), join(directory, 'tls.key')];
    const put = (pair: { cert: string; key: string }): void => {
      writeFileSync(certFile, pair.cert);
      writeFileSync(keyFile, pair.key);
    };
    put(first);
    let good = 'first';
    const tls = { ...(await root.server()), ca: root.cert, requestCert: true };
    const options = { ca: root.cert, cert: { file: certFile }, key: { file: keyFile } };
    let write: (text: string) => void = () => undefined;
    const over = await start(tls, options, (request, response) => {
      const known = clientName(request.socket) === good;
      response.writeHead(known ? 200 : 401);
      if (request.url?.includes('watch') === true) {
        write = (text) => void response.write(text);
        write('x');
      } else {
        response.end(known ? 'yes' : 'no');
      }
    });
    const chunks: string[] = [];
    let more: () => void = () => undefined;
    const arrived = (): Promise<void> => new Promise((resolve) => (more = resolve));
    const opened = arrived();
    const watch = over(watchFrom('1')).subscribe((response) => {
      response.body.subscribe((chunk) => {
        chunks.push(Buffer.from(chunk).toString());
        more();
      });
    });
    await opened;
    const before = (await ask(over)).status;
    good = 'second';
    const refused = (await ask(over)).status;
    put(second);
    const lists = await Promise.all([ask(over), ask(over), ask(over)]);
    const again = arrived();
    write('y');
    await again;
    watch.unsubscribe();

    expect([before, refused, ...lists.map(({ status }) => status)]).toEqual([
      200, 401, 200, 200, 200,
    ]);
    expect(chunks).toEqual(['x', 'y']);
  });

  it('uses a rotated client certificate if the server hangs up on the old one', async () => {
    const stranger = await (await authority('nobody')).client('stranger');
    const [certFile, keyFile] = [join(directory, 'ann.crt'), join(directory, 'ann.key')];
    writeFileSync(certFile, stranger.cert);
    writeFileSync(keyFile, stranger.key);
    const over = await start(
      { ...(await root.server()), ca: root.cert, requestCert: true, rejectUnauthorized: true },
      { ca: root.cert, cert: { file: certFile }, key: { file: keyFile } },
      (request, response) => response.end(clientName(request.socket)),
    );
    const refused = await failureOf(over);
    const known = await root.client('ann');
    writeFileSync(certFile, known.cert);
    writeFileSync(keyFile, known.key);

    expect(refused).toMatchObject({ _tag: 'TransportError' });
    expect((await ask(over)).text).toBe('ann');
  });

  it('passes a 401 on if the certificate is a constant', async () => {
    const tls = { ...(await root.server()), ca: root.cert, requestCert: true };
    const over = await start(
      tls,
      { ca: root.cert, ...(await root.client('ann')) },
      (_request, response) => response.writeHead(401).end(),
    );
    await ask(over);

    expect(server?.received).toHaveLength(1);
  });
});

/** The name that a client asked for in its TLS hello; false if there was none. */
function nameInHello(socket: unknown): unknown {
  return (socket as { readonly servername?: unknown }).servername;
}
