import { type ApiServerOptions } from '@rxkube/apiserver';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { type BoxedServer, boxedServer } from './boxed-server.js';
import { churn } from './churn.js';
import { type Peer } from './peer.js';

/** Milliseconds that a client may take: its back-off after a restart is the longest part of it. */
const WITHIN = 40_000;

/** The story that every client has to get through, as tests of the suite that calls this. */
export function followsTheStore(
  start: (url: string) => Promise<Peer>,
  options: ApiServerOptions = {},
): void {
  let box: BoxedServer;
  let peer: Peer;

  const inStep = async (): Promise<void> => {
    await expect.poll(() => peer.pods(), { timeout: WITHIN, interval: 50 }).toEqual(box.pods());
  };

  beforeEach(async () => {
    box = await boxedServer(options);
    churn(box.server, 1);
    peer = await start(box.url);
    await inStep();
  });

  afterEach(async () => {
    await peer.close();
    await box.server.close();
  });

  it('is in step after 900 writes', async () => {
    const reads = box.asked.length;
    for (const round of [2, 3, 4]) churn(box.server, round);
    await inStep();

    // Nothing but the open watch told it.
    expect(box.asked.slice(reads).filter((kind) => kind !== 'watch')).toEqual([]);
  });

  it('is in step after its position was forgotten', async () => {
    churn(box.server, 2);
    await inStep();
    const before = box.asked.length;
    box.server.faults.endWatches();
    churn(box.server, 3);
    box.server.trimHistory();
    await inStep();
    const [first, ...then] = box.asked.slice(before);

    // It asked from where it was, in vain, and then for everything.
    expect(first).toBe('watch');
    expect(then.filter((kind) => kind !== 'watch')).not.toEqual([]);
    churn(box.server, 4);
    await inStep();
  });

  it('is in step after a restart of the server', async () => {
    churn(box.server, 2);
    await inStep();
    await box.restart(() => {
      churn(box.server, 3);
    });
    await inStep();
    churn(box.server, 4);
    await inStep();

    expect(box.server.watchers).toBe(1);
  });
}
