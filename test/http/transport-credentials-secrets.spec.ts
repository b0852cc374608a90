import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isKubeError } from '@rxkube/protocol';
import { type NodeTransportOptions, kubeconfig, nodeTransport } from '@rxkube/undici';
import { of, throwError } from 'rxjs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type Authority, authority } from './support/transport-certificates.js';
import { httpProxy, socksProxy } from './support/transport-proxies.js';
import { failureOf } from './support/transport-requests.js';
import { SECRET, SECRET_KEY as KEY, leaks } from './support/transport-secrets.js';
import { type Handler, recordingServer } from './support/transport-server.js';

const apiVersion = 'client.authentication.k8s.io/v1';
let directory: string;
let root: Authority;
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  root = await authority('root');
});

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** The error of a transport, and the transport itself. Neither may show a secret. */
async function failing(options: Partial<NodeTransportOptions>): Promise<readonly unknown[]> {
  const transport = nodeTransport({
    server: 'https://127.0.0.1:1',
    connectTimeout: 500,
    ...options,
  });
  endings.push(() => transport.close());

  return [await failureOf(transport), transport];
}

async function behind(
  handler: Handler,
  options: Partial<NodeTransportOptions> = {},
): Promise<readonly unknown[]> {
  const server = await recordingServer(handler, await root.server());
  endings.push(() => server.close());

  return failing({
    server: server.url,
    ca: root.cert,
    token: SECRET,
    headers: { 'x-key': SECRET },
    ...options,
  });
}

async function through(
  scheme: 'http' | 'https' | 'socks5',
  status?: number,
): Promise<readonly unknown[]> {
  const proxy =
    scheme === 'socks5'
      ? await socksProxy(1, 'ann:other')
      : await httpProxy({
          to: 1,
          ...(status !== undefined && { status }),
          ...(scheme === 'https' && { tls: await root.server() }),
        });
  endings.push(() => proxy.close());

  return failing({
    token: SECRET,
    proxy: `${scheme}://ann:${SECRET}@127.0.0.1:${String(proxy.port)}`,
  });
}

function refused(options: object): readonly unknown[] {
  return thrown(() => nodeTransport({ server: 'https://127.0.0.1:1', ...options }));
}

function thrown(read: () => unknown): readonly unknown[] {
  try {
    read();
  } catch (error) {
    return [error];
  }

  return [];
}

/** A kubeconfig whose user has these fields, with a secret in every other place. */
function written(user: object, cluster: object = {}): string {
  const file = join(directory, 'config');
  writeFileSync(
    file,
    JSON.stringify({
      'current-context': 'here',
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1', ...cluster } }],
      users: [
        { name: 'u', user },
        { name: 'other', user: { token: SECRET, password: SECRET } },
      ],
    }),
  );

  return file;
}

function read(user: object, cluster?: object): readonly unknown[] {
  const file = written(user, cluster);

  return thrown(() => kubeconfig({ file }));
}

/** A plugin that does this, and has the secret in its arguments, its environment and its output. */
async function plugin(script: string, fields: object = {}): Promise<readonly unknown[]> {
  const exec = {
    apiVersion,
    command: process.execPath,
    args: ['-e', `const SECRET = process.env.KEY; ${script}`, '--', `--code=${SECRET}`],
    env: [{ name: 'KEY', value: SECRET }],
    interactiveMode: 'Never',
    ...fields,
  };

  return failing(kubeconfig({ file: written({ exec }) }));
}

function answered(status: string, more = ''): string {
  return `process.stdout.write(${JSON.stringify(more)} + JSON.stringify({ kind: "ExecCredential", apiVersion: "${apiVersion}", status: ${status} }));`;
}

const FAILURES: readonly (readonly [
  string,
  () => readonly unknown[] | Promise<readonly unknown[]>,
])[] = [
  // options
  ['a server with a password', () => refused({ server: `https://ann:${SECRET}@127.0.0.1` })],
  ['a server with a query', () => refused({ server: `https://127.0.0.1/?token=${SECRET}` })],
  ['a server without a scheme', () => refused({ server: `${SECRET}@127.0.0.1` })],
  ['a token of two lines', () => refused({ token: `${SECRET}\nx` })],
  ['a token that is a list', () => refused({ token: [SECRET] })],
  ['two ways to log in', () => refused({ token: SECRET, username: 'ann', password: SECRET })],
  ['a password without a user', () => refused({ password: SECRET })],
  ['a user with a colon', () => refused({ username: `a:${SECRET}`, password: SECRET })],
  ['a header with a line break', () => refused({ headers: { 'x-key': `${SECRET}\r\n` } })],
  ['an authority that is none', () => refused({ ca: SECRET })],
  ['a certificate that is none', () => refused({ cert: SECRET, key: KEY })],
  ['a key that is none', () => refused({ cert: root.cert, key: SECRET })],
  ['a key of another certificate', () => refused({ cert: root.cert, key: KEY })],
  ['a key alone', () => refused({ key: KEY })],
  ['a proxy of another scheme', () => refused({ proxy: `ftp://ann:${SECRET}@127.0.0.1` })],
  ['a proxy that is no URL', () => refused({ proxy: SECRET })],
  [
    'an impersonation without a user',
    () => refused({ impersonate: { user: '', groups: [SECRET] } }),
  ],
  [
    'an impersonation that no header can carry',
    () => refused({ impersonate: { user: `${SECRET}\n` } }),
  ],
  // kubeconfig
  [
    'a kubeconfig that is no YAML',
    () => thrown(() => kubeconfig({ file: put(`users:\n- {token: ${SECRET}\n`) })),
  ],
  [
    'a kubeconfig with a tab',
    () => thrown(() => kubeconfig({ file: put(`users:\n\t- token: ${SECRET}`) })),
  ],
  ['a kubeconfig that is a text', () => thrown(() => kubeconfig({ file: put(SECRET) }))],
  [
    'a kubeconfig with an unknown alias',
    () => thrown(() => kubeconfig({ file: put(`users: *${SECRET}`) })),
  ],
  [
    'a kubeconfig with a key twice',
    () => thrown(() => kubeconfig({ file: put(`a: ${SECRET}\na: ${SECRET}`) })),
  ],
  ['a token in a kubeconfig that is a list', () => read({ token: [SECRET] })],
  ['a flag that is a text', () => read({}, { 'insecure-skip-tls-verify': SECRET })],
  [
    'a proxy-url of another scheme',
    () => read({}, { 'proxy-url': `ftp://ann:${SECRET}@127.0.0.1` }),
  ],
  [
    'an auth-provider',
    () => read({ 'auth-provider': { name: SECRET, config: { 'id-token': SECRET } } }),
  ],
  ['groups to act as without a user', () => read({ 'as-groups': [SECRET] })],
  ['extras to act with that are a text', () => read({ as: SECRET, 'as-user-extra': SECRET })],
  ['an exec that is a text', () => read({ exec: SECRET })],
  [
    'an exec with wrong arguments',
    () => read({ exec: { apiVersion, command: 'x', interactiveMode: 'Never', args: SECRET } }),
  ],
  [
    'an exec that may not run',
    () => {
      const file = written({
        exec: {
          apiVersion,
          command: 'x',
          args: [SECRET],
          interactiveMode: 'Never',
          env: [{ name: 'x', value: SECRET }],
        },
      });

      return thrown(() => kubeconfig({ file, exec: false }));
    },
  ],
  // plugins
  [
    'a plugin that fails and tells all',
    () =>
      plugin(
        `console.error(SECRET, process.argv); ${answered('{ token: SECRET }')} process.exit(1)`,
      ),
  ],
  ['a plugin that prints no JSON', () => plugin(answered('{ token: SECRET }', 'warning\n'))],
  [
    'a plugin with an answer and a warning',
    () => plugin(`console.error(SECRET); ${answered('{ token: [SECRET] }')}`),
  ],
  [
    'a plugin with a wrong time',
    () => plugin(answered('{ token: SECRET, expirationTimestamp: SECRET }')),
  ],
  [
    'a plugin with half a pair',
    () => plugin(answered(`{ clientKeyData: ${JSON.stringify(KEY)} }`)),
  ],
  [
    'a plugin with a wrong pair',
    () =>
      plugin(answered(`{ clientCertificateData: SECRET, clientKeyData: ${JSON.stringify(KEY)} }`)),
  ],
  [
    'a plugin that prints without an end',
    () => plugin('setInterval(() => process.stdout.write(SECRET.repeat(9999)), 1)'),
  ],
  ['a plugin that is not there', () => plugin('', { command: join('/nowhere', 'plugin') })],
  ['a plugin with an argument that cannot be', () => plugin('', { args: [`${SECRET}\u0000`] })],
  [
    'a plugin with a variable that cannot be',
    () => plugin('', { env: [{ name: 'x', value: `${SECRET}\u0000` }] }),
  ],
  // other sources of a token
  ['a token function with two lines', () => failing({ token: () => `${SECRET}\nx` })],
  [
    'a token function with something else',
    () => failing({ token: (() => ({ token: SECRET })) as unknown as () => string }),
  ],
  ['a credential with two lines', () => failing({ credential: { current: of(`${SECRET}\nx`) } })],
  [
    'a credential that fails',
    () =>
      failing({
        credential: { current: throwError(() => new Error('no login')) },
      }),
  ],
  ['a token file with two lines', () => failing({ token: { file: put(`${SECRET}\nx`) } })],
  // the way
  ['a server that is not there', () => failing({ token: SECRET })],
  ['a server that nobody trusts', () => behind(() => undefined, { ca: undefined })],
  ['a server of another name', () => behind(() => undefined, { serverName: 'other.example' })],
  ['a server that hangs up', () => behind((request) => request.socket.destroy())],
  ['a server that says nothing', () => behind(() => undefined, { headersTimeout: 1 })],
  [
    'a server with an odd encoding',
    () =>
      behind((_request, response) =>
        response.writeHead(200, { 'content-encoding': 'odd' }).end(SECRET),
      ),
  ],
  [
    'a server that does not speak HTTP',
    async () => {
      const server = createServer((socket) => socket.resume().end(`${SECRET}\r\n\r\n`)).listen(
        0,
        '127.0.0.1',
      );
      endings.push(() => new Promise((resolve) => server.close(resolve)));
      await new Promise((resolve) => server.once('listening', resolve));
      const address = server.address();
      const port = typeof address === 'object' ? (address?.port ?? 1) : 1;

      return failing({ server: `http://127.0.0.1:${String(port)}`, token: SECRET });
    },
  ],
  [
    'a transport that was closed',
    async () => {
      const transport = nodeTransport({ server: 'https://127.0.0.1:1', token: SECRET });
      await transport.close();

      return [await failureOf(transport), transport];
    },
  ],
  // proxies
  [
    'a proxy that is not there',
    () => failing({ token: SECRET, proxy: `http://ann:${SECRET}@127.0.0.1:1` }),
  ],
  ['a proxy that refuses the login', () => through('http', 407)],
  ['a proxy that refuses the server', () => through('http', 403)],
  ['a proxy that says nothing', () => through('http', 0)],
  ['a proxy that leads nowhere', () => through('http')],
  ['a proxy that nobody trusts', () => through('https')],
  ['a SOCKS proxy that refuses the login', () => through('socks5')],
  [
    'a SOCKS proxy that is not there',
    () => failing({ proxy: `socks5://ann:${SECRET}@127.0.0.1:1` }),
  ],
  [
    'a SOCKS proxy with a login that cannot be',
    () => failing({ proxy: `socks5://ann:${SECRET.repeat(99)}@127.0.0.1:1` }),
  ],
  [
    'a SOCKS proxy that does not speak SOCKS',
    async () => {
      const proxy = await recordingServer((_request, response) => response.end());
      endings.push(() => proxy.close());

      return failing({ proxy: `socks5://ann:${SECRET}@127.0.0.1:${String(proxy.port)}` });
    },
  ],
];

function put(text: string): string {
  const file = join(directory, 'text');
  writeFileSync(file, text);

  return file;
}

describe('a failure', () => {
  it.each(FAILURES)('shows no secret: %s', async (_name, fail) => {
    const [error, ...others] = await fail();

    expect(isKubeError(error)).toBe(true);
    expect([error, ...others].flatMap(leaks)).toEqual([]);
  });

  it('would show one', () => {
    const hidden = new Error('x', {
      cause: Object.assign(new Error('y'), { options: { password: SECRET } }),
    });

    expect(leaks(hidden)).toContain(SECRET);
    expect(leaks({ key: KEY })).toHaveLength(1);
  });
});
