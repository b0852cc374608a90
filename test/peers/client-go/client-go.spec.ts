import { beforeAll, describe, expect, it } from 'vitest';

import { boxedServer } from '../support/boxed-server.js';
import { clientGo } from '../support/client-go.js';
import { followsTheStore } from '../support/follows-the-store.js';
import { clientGo as build, problem } from './build.mjs';

/** A first build compiles some hundred packages. Milliseconds. */
const BUILD = 1_200_000;

if (problem !== undefined) console.warn(`client-go is not tried: ${problem}`);

describe.runIf(problem === undefined)('the informer of client-go', () => {
  let binary = '';

  beforeAll(async () => {
    binary = await build();
  }, BUILD);

  describe('with lists', () => {
    followsTheStore((url) => clientGo(binary, url, false));
  });

  describe('with streaming lists', () => {
    followsTheStore((url) => clientGo(binary, url, true));
  });

  describe('with streaming lists that are refused', () => {
    followsTheStore((url) => clientGo(binary, url, true), { watchList: false });
  });

  it.each([
    [false, 'list'],
    [true, 'stream'],
  ] as const)('begins, with streaming lists %s, with a %s', async (streaming, kind) => {
    const box = await boxedServer();
    const peer = await clientGo(binary, box.url, streaming);
    await expect.poll(() => peer.pods(), { timeout: 20_000 }).toEqual({});
    await peer.close();
    await box.server.close();

    expect(box.asked[0]).toBe(kind);
  });
});
