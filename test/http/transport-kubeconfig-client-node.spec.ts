import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { KubeConfig } from '@kubernetes/client-node';
import { type NodeTransport, fromKubeConfig, nodeTransport } from '@rxkube/undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type KubeconfigServer, kubeconfigServer } from './support/kubeconfig-server.js';
import { clientName } from './support/transport-certificates.js';
import { testPlugin } from './support/transport-plugin.js';
import { ask } from './support/transport-requests.js';

let place: KubeconfigServer;
let transport: NodeTransport | undefined;

beforeEach(async () => {
  place = await kubeconfigServer((request, response) => {
    const { authorization, 'impersonate-user': as } = request.headers;
    response.end([clientName(request.socket), authorization, as].join(' | '));
  });
});

afterEach(async () => {
  await transport?.close();
  await place.close();
  transport = undefined;
});

/** A KubeConfig of the real library, for the server, with these fields of its user. */
function configOf(user: object, cluster: object = {}): KubeConfig {
  const config = new KubeConfig();
  const caData = Buffer.from(place.root.cert).toString('base64');
  config.loadFromOptions({
    clusters: [{ name: 'c', server: place.server.url, caData, skipTLSVerify: false, ...cluster }],
    users: [{ name: 'u', ...user }],
    contexts: [{ name: 'here', cluster: 'c', user: 'u', namespace: 'team' }],
    currentContext: 'here',
  });

  return config;
}

/** The user as whom the server treats the transport. */
async function seen(config: KubeConfig): Promise<string> {
  transport = nodeTransport(fromKubeConfig(config));

  return (await ask(transport)).text;
}

describe('fromKubeConfig', () => {
  it('uses the token, impersonation and namespace', async () => {
    const config = configOf({ token: 't0ken', impersonateUser: 'ann' });

    expect(await seen(config)).toBe('nobody | Bearer t0ken | ann');
    expect(fromKubeConfig(config)).toMatchObject({ namespace: 'team' });
  });

  it('uses a certificate from data and from files', async () => {
    const { cert, key } = await place.root.client('bob');
    const [certFile, keyFile] = [join(place.directory, 'crt'), join(place.directory, 'key')];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    const data = {
      certData: Buffer.from(cert).toString('base64'),
      keyData: Buffer.from(key).toString('base64'),
    };

    expect(await seen(configOf(data))).toBe('bob |  | ');
    await transport?.close();
    expect(await seen(configOf({ certFile, keyFile }))).toBe('bob |  | ');
  });

  it('uses user and password', async () => {
    const pair = Buffer.from('ann:pass').toString('base64');

    expect(await seen(configOf({ username: 'ann', password: 'pass' }))).toBe(
      `nobody | Basic ${pair} | `,
    );
  });

  it('reads the token file of a pod itself', async () => {
    const tokenFile = join(place.directory, 'token');
    writeFileSync(tokenFile, 'fresh\n');
    const authProvider = { name: 'tokenFile', config: { tokenFile } };

    expect(await seen(configOf({ authProvider }))).toBe('nobody | Bearer fresh | ');
    expect(fromKubeConfig(configOf({ authProvider })).token).toEqual({ file: tokenFile });
  });

  it('runs its plugin, once', async () => {
    const plugin = testPlugin(place.directory);
    plugin.print({ token: 'printed' });
    const first = await seen(configOf({ exec: plugin.exec }));
    const second = transport === undefined ? '' : (await ask(transport)).text;

    expect([first, second]).toEqual(Array(2).fill('nobody | Bearer printed | '));
    expect(plugin.runs()).toBe(1);
  });

  it('runs none if that is turned off', () => {
    const { exec } = testPlugin(place.directory);

    expect(() => fromKubeConfig(configOf({ exec }), { exec: false })).toThrow(/turned off/u);
  });

  it('lets the library handle all other logins', async () => {
    const config = configOf({ authProvider: { name: 'ours' } });
    config.addAuthenticator({
      isAuthProvider: (user) => user.name === 'u',
      applyAuthentication: (_user, options) => {
        options.headers = { ...options.headers, Authorization: 'Bearer theirs' };

        return Promise.resolve();
      },
    });

    expect(await seen(config)).toBe('nobody | Bearer theirs | ');
  });

  it('uses the options of the cluster', () => {
    const config = configOf(
      {},
      {
        tlsServerName: 'kubernetes',
        proxyUrl: 'http://127.0.0.1:3128',
        skipTLSVerify: true,
        caData: undefined,
      },
    );

    expect(fromKubeConfig(config)).toEqual({
      server: place.server.url,
      namespace: 'team',
      serverName: 'kubernetes',
      proxy: 'http://127.0.0.1:3128',
      insecureSkipTlsVerify: true,
    });
  });

  it('sends no credential without TLS', () => {
    const config = configOf(
      { token: 't0ken' },
      { server: 'http://127.0.0.1:8001', caData: undefined },
    );

    expect(fromKubeConfig(config)).toEqual({ server: 'http://127.0.0.1:8001', namespace: 'team' });
  });

  it('refuses one that was never loaded', () => {
    expect(() => fromKubeConfig(new KubeConfig())).toThrow(
      expect.objectContaining({ rule: 'invalidArgument', field: 'kubeconfig' }),
    );
  });
});
