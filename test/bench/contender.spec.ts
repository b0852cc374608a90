import { spawn } from 'node:child_process';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Job } from './contender/job.mjs';
import { contenders } from './measure/contenders.mjs';
import { linesOf } from './measure/lines-of.mjs';
import { Server } from './measure/server.mjs';

describe('a contender', () => {
  let server: Server;

  beforeAll(async () => {
    server = await Server.start({ kind: 'Pod', count: 3, events: 1 });
  });

  afterAll(() => {
    server.close();
  });

  it.each([
    ['rxkube-eager', 'watched', 'told'],
    ['rxkube-deferred', 'listed', 'told'],
    // Parsing for the comparison would disturb the next measurement.
    ['rxkube-deferred', 'watched', 'left'],
  ] as const)('%s until %s: the versions of the list are %s', async (name, until, what) => {
    const version: unknown = what === 'told' ? expect.any(String) : null;
    const { url, facts } = server;
    const command = contenders
      .find((each) => each.name === name)
      ?.command({
        ...facts,
        url,
        until,
        kind: 'Pod',
        count: 3,
        sentinel: 'default/none',
      } satisfies Job);
    const [file = '', ...words] = command ?? [];
    const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const next = linesOf(child.stdout);
    const started: unknown = await next();
    const listed = (await next()) as { readonly versions: Readonly<Record<string, unknown>> };
    child.kill();

    expect(started).toMatchObject({ mark: 'started' });
    expect(Object.values(listed.versions)).toEqual([version, version, version]);
  });
});
