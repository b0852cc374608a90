import { inspect } from 'node:util';

import { exponential, snapshots } from '@rxkube/operators';
import { isKubeError, secrets } from '@rxkube/protocol';
import { type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { expect } from 'vitest';

/** The token that the client sends. No error may show it. */
const TOKEN = 't0ken-of-the-client';
/** The data of the Secrets that a hostile server holds. No error may show it. */
export const DATA = 'czNjcmV0LW00cmtlcg==';

/** A Secret whose data must not be shown. The one with the name `marker` ends a case. */
export function secret(name: string, version = '7'): object {
  return {
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name, namespace: 'default', uid: `u-${name}`, resourceVersion: version },
    data: { password: DATA },
  };
}

/** A list with these items. */
export function listText(...items: readonly object[]): string {
  return JSON.stringify({
    kind: 'SecretList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '10' },
    items,
  });
}

/** The event that ends a case. */
export const MARKER_EVENT = `${JSON.stringify({ type: 'ADDED', object: secret('marker', '99') })}\n`;

const LIMITS = { responseWithin: 400, stallWithin: 400, acceptWithin: 400, idleLimit: 400 };

/**
 * Watches the Secrets of a hostile server until the marker or the first error, and checks what holds in every case: the
 * error is one of rxkube, is short, and shows neither the token nor any data.
 *
 * @returns `'marker'`, or the tag of the error.
 */
export async function watchedOutcome(
  server: string,
  options: Partial<NodeTransportOptions> = {},
): Promise<string> {
  const transport = nodeTransport({
    server,
    token: TOKEN,
    connectTimeout: 400,
    headersTimeout: 400,
    ...options,
  });
  const error = await new Promise((resolve, reject) => {
    const subscription = snapshots(
      transport,
      { resource: secrets },
      {
        ...LIMITS,
        maxDocumentBytes: 2 ** 20,
        maxListBytes: 2 ** 23,
        maxListItems: 10_000,
        settle: 10,
        backOff: exponential({ base: 1, cap: 5 }),
      },
    ).subscribe({
      next: (snapshot) => {
        if (snapshot.error === undefined && snapshot.get('default/marker') === undefined) return;
        // The subscription may not be there yet, since the first snapshot comes at once.
        queueMicrotask(() => {
          subscription.unsubscribe();
        });
        resolve(snapshot.error);
      },
      error: resolve,
      complete: () => {
        reject(new Error('completed'));
      },
    });
  });
  await transport.close();
  if (error === undefined) return 'marker';
  expect(isKubeError(error), inspect(error)).toBe(true);
  const shown = inspect(error, { depth: 5 });
  expect(shown).not.toContain(TOKEN);
  expect(shown).not.toContain(DATA);
  expect(shown.length).toBeLessThan(20_000);

  return String((error as { readonly _tag: unknown })._tag);
}
