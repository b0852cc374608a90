import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Carrier, carriers } from './carriers.js';
import { promises } from './promises.js';

describe.each(Object.entries(carriers))('%s', (_name, connect) => {
  let carrier: Carrier;

  beforeEach(async () => {
    carrier = await connect();
  });

  afterEach(() => carrier.close());

  it.each(promises)('$title', async ({ keep }) => {
    await expect(keep(carrier)).resolves.toBeUndefined();
  });
});

describe('a transport that breaks one promise', () => {
  it.each(promises)('fails: $title', async ({ keep, broken }) => {
    const connect = carriers['the API server in process'];
    if (connect === undefined) throw new Error('there is no such carrier');
    const { origin, transport, close } = await connect();

    await expect(keep({ origin, transport: broken(transport) })).rejects.toThrow();
    await close();
  });
});
