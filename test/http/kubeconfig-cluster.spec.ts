import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kubeconfig, nodeTransport } from '@rxkube/undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Authority, authority, clientName } from './support/transport-certificates.js';
import { ask } from './support/transport-requests.js';
import { type RecordingServer, recordingServer } from './support/transport-server.js';

let directory: string;
let root: Authority;
let server: RecordingServer;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  root = await authority('root');
  const tls = {
    ...(await root.server()),
    ca: root.cert,
    requestCert: true,
    rejectUnauthorized: false,
  };
  server = await recordingServer((request, response) => {
    response.end(
      `${clientName(request.socket)} ${request.headers.authorization ?? 'without a token'}`,
    );
  }, tls);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  rmSync(directory, { recursive: true });
});

/** Writes a kubeconfig for the server with these fields of its user. */
function put(user: object): string {
  const file = join(directory, 'config');
  const data = Buffer.from(root.cert).toString('base64');
  writeFileSync(
    file,
    JSON.stringify({
      'current-context': 'here',
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
      clusters: [
        { name: 'c', cluster: { server: server.url, 'certificate-authority-data': data } },
      ],
      users: [{ name: 'u', user }],
    }),
  );

  return file;
}

describe('a kubeconfig', () => {
  it('is what nodeTransport takes without options', async () => {
    const { cert, key } = await root.client('ann');
    writeFileSync(join(directory, 'ann.crt'), cert);
    vi.stubEnv(
      'KUBECONFIG',
      put({
        'client-certificate': 'ann.crt',
        'client-key-data': Buffer.from(key).toString('base64'),
      }),
    );
    const transport = nodeTransport();
    const { text } = await ask(transport);
    await transport.close();

    expect(text).toBe('ann without a token');
  });

  it('gives a token, and a token file that is read again', async () => {
    const fixed = nodeTransport(kubeconfig({ file: put({ token: 't0ken' }) }));
    writeFileSync(join(directory, 'token'), 'fresh\n');
    const fromFile = nodeTransport(kubeconfig({ file: put({ tokenFile: 'token' }) }));
    const answers = [(await ask(fixed)).text, (await ask(fromFile)).text];
    await fixed.close();
    await fromFile.close();

    expect(answers).toEqual(['nobody Bearer t0ken', 'nobody Bearer fresh']);
  });
});
