import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { of } from 'rxjs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { kubeconfigText } from '../../../test/support/kubeconfig-text.js';
import { withDefaultServer } from './kubeconfig/default-access.js';

import { type NodeTransportOptions } from './options/node-transport-options.js';
import { nodeTransport } from './node-transport.js';

const server = 'https://127.0.0.1:6443';
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** Returns the error that refuses the options. */
function refusal(options: Partial<NodeTransportOptions>): unknown {
  try {
    nodeTransport({ server, ...options });
  } catch (error) {
    return error;
  }

  return undefined;
}

/** Options as a program without types may pass them. */
function unchecked(options: object): Partial<NodeTransportOptions> {
  return options;
}

describe('nodeTransport without a server', () => {
  /** Makes a kubeconfig with a token that is the one of this process. */
  function useKubeconfig(): void {
    const directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
    const file = join(directory, 'config');
    writeFileSync(file, kubeconfigText({ user: { token: 't0ken' } }));
    vi.stubEnv('KUBECONFIG', file);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(directory, { recursive: true });
    });
  }

  it('goes where kubectl would, with the other options', () => {
    useKubeconfig();
    const options = withDefaultServer({ maxLists: 2 });

    expect(options).toMatchObject({
      server: 'https://127.0.0.1:6443',
      token: 't0ken',
      maxLists: 2,
    });
    expect(() => nodeTransport({ maxLists: 2 })).not.toThrow();
    expect(() => nodeTransport({ maxLists: 0 })).toThrow(/maxLists/u);
  });

  it('takes another login in place of that of the kubeconfig', () => {
    useKubeconfig();

    expect(() => nodeTransport({ username: 'ann', password: 'pass' })).not.toThrow();
    expect(withDefaultServer({ username: 'ann', password: 'pass' })).not.toMatchObject({
      token: 't0ken',
    });
  });

  it('refuses a server that is undefined', () => {
    useKubeconfig();

    expect(refusal(unchecked({ server: undefined }))).toMatchObject({ field: 'server' });
  });
});

describe('nodeTransport', () => {
  it('says that it bounds its responses', () => {
    expect(nodeTransport({ server }).boundsResponses).toBe(true);
  });

  it('closes more than once', async () => {
    const transport = nodeTransport({ server });

    await expect(Promise.all([transport.close(), transport.close()])).resolves.toHaveLength(2);
  });

  it.each([null, 5])('refuses %o instead of options', (options) => {
    const open: (options: unknown) => unknown = nodeTransport as (options: unknown) => unknown;

    expect(() => open(options)).toThrow(/^invalidArgument: options/u);
  });

  it.each<[string, Partial<NodeTransportOptions>]>([
    ['server', { server: 'no url' }],
    ['server', { server: 'ftp://127.0.0.1' }],
    ['server', { server: 'https://ann:s3cret@127.0.0.1' }],
    ['server', { server: 'https://127.0.0.1/?token=s3cret' }],
    ['server', { server: 's3cret:word@127.0.0.1' }],
    ['token', { token: '' }],
    ['token', { token: { file: '' } }],
    ['token', unchecked({ token: null })],
    ['token', unchecked({ token: ['s3cret'] })],
    ['ca', unchecked({ ca: null })],
    ['ca', unchecked({ ca: 5 })],
    ['token', { token: 's3cret\nx-other: 1' }],
    ['token', { token: 's3cret', username: 'ann', password: 's3cret' }],
    ['token', { token: 's3cret', headers: { Authorization: 's3cret' } }],
    ['password', { username: 'ann' }],
    ['username', { password: 's3cret' }],
    ['username', { username: 'a:b', password: 's3cret' }],
    ['credential', unchecked({ credential: null })],
    ['credential', unchecked({ credential: {} })],
    ['credential', unchecked({ credential: { current: of('x'), renewed: 's3cret' } })],
    ['impersonate', unchecked({ impersonate: null })],
    ['impersonate', unchecked({ impersonate: { user: 'ann', groups: 's3cret' } })],
    ['impersonate', unchecked({ impersonate: { user: 'ann', groups: null } })],
    ['impersonate', unchecked({ impersonate: { user: 'ann', extra: { key: 's3cret' } } })],
    ['ca', { ca: 's3cret' }],
    ['ca', { ca: '-----BEGIN CERTIFICATE-----\ns3cret\n-----END CERTIFICATE-----' }],
    ['ca', { ca: { file: '/nowhere/ca.crt' } }],
    ['key', { cert: 's3cret' }],
    ['cert', { key }],
    ['cert', { cert: 's3cret', key }],
    ['insecureSkipTlsVerify', { ca: 's3cret', insecureSkipTlsVerify: true }],
    ['http2', { server: 'http://127.0.0.1', http2: true }],
    ['http2', unchecked({ http2: 'false' })],
    ['compression', unchecked({ compression: null })],
    ['insecureSkipTlsVerify', unchecked({ insecureSkipTlsVerify: 's3cret' })],
    ['serverName', unchecked({ serverName: 5 })],
    ['dispatcher', unchecked({ dispatcher: 's3cret' })],
    ['dispatcher', unchecked({ dispatcher: null })],
    ['proxy', unchecked({ proxy: null })],
    ['server', unchecked({ server: null })],
    ['userAgent', unchecked({ userAgent: 5 })],
    ['maxLists', unchecked({ maxLists: '8' })],
    ['connectTimeout', unchecked({ connectTimeout: null })],
    ['password', unchecked({ username: 'ann', password: 5 })],
    ['username', unchecked({ username: 5, password: 's3cret' })],
    ['headers', unchecked({ headers: null })],
    ['headers', unchecked({ headers: 's3cret' })],
    ['headers', { headers: { 'bad name': 'x' } }],
    ['headers', { headers: { host: 'other' } }],
    ['headers', { headers: { 'x-key': 's3cret\r\nx: y' } }],
    ['userAgent', { userAgent: 'a\nb' }],
    ['connectTimeout', { connectTimeout: -1 }],
    ['headersTimeout', { headersTimeout: 1.5 }],
    ['maxLists', { maxLists: 0 }],
  ])('refuses a bad %s at once, and quotes nothing secret: %o', (field, options) => {
    const error = refusal(options);

    expect(error).toMatchObject({ _tag: 'ProtocolError', rule: 'invalidArgument', field });
    expect(String(error)).not.toContain('s3cret');
  });
});
