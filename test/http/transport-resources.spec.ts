import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { bundledProgram, output } from './support/transport-program.js';
import { type RecordingServer, recordingServer } from './support/transport-server.js';

let directory: string;
let program: string;
let server: RecordingServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  program = await bundledProgram('./transport-leak-program.ts', directory);
  server = await recordingServer((request, response) => {
    if (request.url?.includes('watch') === true) response.write('x');
    else response.end('x');
  });
});

afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

describe('a process that uses nodeTransport', () => {
  it('has no timer and no socket left after a thousand subscriptions and close', async () => {
    const { before, after, problems } = JSON.parse(
      await output(program, [server.url, 'cycles']),
    ) as {
      before: unknown;
      after: unknown;
      problems: unknown;
    };

    expect(after).toEqual(before);
    expect(problems).toEqual([]);
  });

  it('lets the process end without close, once nothing is open', async () => {
    expect(JSON.parse(await output(program, [server.url, 'list']))).toMatchObject({ problems: [] });
  });
});
