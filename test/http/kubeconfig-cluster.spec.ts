import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { kubeconfig, nodeTransport } from '@rxkube/undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type KubeconfigServer, kubeconfigServer } from './support/kubeconfig-server.js';
import { clientName } from './support/transport-certificates.js';
import { ask } from './support/transport-requests.js';

let place: KubeconfigServer;

beforeEach(async () => {
  place = await kubeconfigServer((request, response) => {
    response.end(
      `${clientName(request.socket)} ${request.headers.authorization ?? 'without a token'}`,
    );
  });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await place.close();
});

describe('a kubeconfig', () => {
  it('is the default of nodeTransport', async () => {
    const { cert, key } = await place.root.client('ann');
    writeFileSync(join(place.directory, 'ann.crt'), cert);
    vi.stubEnv(
      'KUBECONFIG',
      place.put({
        'client-certificate': 'ann.crt',
        'client-key-data': Buffer.from(key).toString('base64'),
      }),
    );
    const transport = nodeTransport();
    const { text } = await ask(transport);
    await transport.close();

    expect(text).toBe('ann without a token');
  });

  it('has a token, and a token file that is read again', async () => {
    const fixed = nodeTransport(kubeconfig({ file: place.put({ token: 't0ken' }) }));
    writeFileSync(join(place.directory, 'token'), 'fresh\n');
    const fromFile = nodeTransport(kubeconfig({ file: place.put({ tokenFile: 'token' }) }));
    const answers = [(await ask(fixed)).text, (await ask(fromFile)).text];
    await fixed.close();
    await fromFile.close();

    expect(answers).toEqual(['nobody Bearer t0ken', 'nobody Bearer fresh']);
  });
});
