import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chunkedJson, listPages, openWatch, watchEvents } from '@rxkube/operators';
import { configMaps, resourceVersion } from '@rxkube/protocol';
import { type NodeTransportOptions, nodeTransport } from '@rxkube/undici';
import { firstValueFrom, lastValueFrom, pipe } from 'rxjs';
import { describe, expect, it, onTestFinished } from 'vitest';

import { recordingServer } from './support/transport-server.js';

const REFUSAL = '{"type":"ERROR","object":{"kind":"Status","code":401,"reason":"Unauthorized"}}\n';
const BARE = '{"kind":"Status","status":"Failure","code":401}\n';
const EVENT = '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"11"}}}\n';

/** Accepts every watch, and refuses the token `old` inside of it. */
async function asked(token: NodeTransportOptions['token'], refusal: string, again: () => void) {
  const server = await recordingServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(request.headers.authorization === 'Bearer old' ? refusal : EVENT);
  });
  const transport = nodeTransport({ server: server.url, token });
  onTestFinished(async () => {
    await transport.close();
    await server.close();
  });
  const watch = openWatch(
    transport,
    { resource: configMaps },
    resourceVersion('10'),
    pipe(chunkedJson(), watchEvents()),
  );
  await expect(firstValueFrom(watch)).rejects.toMatchObject({ _tag: 'StatusError', code: 401 });
  again();
  await firstValueFrom(watch).catch(() => undefined);
  await firstValueFrom(watch).catch(() => undefined);

  return server.received.map(({ headers }) => headers.authorization);
}

/** A file with the token `old`, which is not read again soon unless the token is refused. */
function tokenFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const file = join(directory, 'token');
  writeFileSync(file, 'old');

  return file;
}

describe('nodeTransport, if a body rejects the credential after a 200', () => {
  it.each([REFUSAL, BARE])('sends a renewed one after %s', async (refusal) => {
    const file = tokenFile();

    expect(
      await asked({ file }, refusal, () => {
        writeFileSync(file, 'new');
      }),
    ).toEqual(['Bearer old', 'Bearer new', 'Bearer new']);
  });

  it('sends the same one if there is no other', async () => {
    expect(await asked('old', REFUSAL, () => undefined)).toEqual([
      'Bearer old',
      'Bearer old',
      'Bearer old',
    ]);
  });

  it('sends a renewed one after a list that is a Status', async () => {
    const file = tokenFile();
    const server = await recordingServer((request, response) => {
      const isOld = request.headers.authorization === 'Bearer old';
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(isOld ? BARE : '{"metadata":{"resourceVersion":"10"},"items":[]}');
    });
    const transport = nodeTransport({ server: server.url, token: { file } });
    onTestFinished(async () => {
      await transport.close();
      await server.close();
    });
    const list = listPages(
      transport,
      { resource: configMaps },
      {
        backOff: () => 1,
        onFault: (_error, next) => {
          writeFileSync(file, 'new');

          return next;
        },
      },
    );

    expect(await lastValueFrom(list)).toMatchObject({ _tag: 'ListCompleted' });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
  });
});
