import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EMPTY, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Credential } from './credential.js';
import { tokenFile } from './token-file.js';

let directory: string;
let file: string;
let now: number;
let credential: Credential;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  file = join(directory, 'token');
  now = 1_000_000;
  credential = tokenFile(file, { now: () => now });
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('tokenFile', () => {
  it('B41 reads the file again when 50 s have passed, and not before', async () => {
    writeFileSync(file, 't1\n');
    const first = await firstValueFrom(credential.current);
    writeFileSync(file, 't2\n');
    now += 49_999;
    const second = await firstValueFrom(credential.current);
    now += 1;
    const third = await firstValueFrom(credential.current);

    expect([first, second, third]).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2']);
  });

  it('reads it for the first of those that were refused, and gives the others the same', async () => {
    writeFileSync(file, 't1');
    await firstValueFrom(credential.current);
    writeFileSync(file, 't2');
    const first = await firstValueFrom(credential.renewed?.('Bearer t1') ?? EMPTY);
    writeFileSync(file, 't3');
    const second = await firstValueFrom(credential.renewed?.('Bearer t1') ?? EMPTY);

    expect([first, second]).toEqual(['Bearer t2', 'Bearer t2']);
  });

  it('keeps the last good token while the file is broken, and looks again next time', async () => {
    writeFileSync(file, 't1');
    await firstValueFrom(credential.current);
    rmSync(file);
    now += 50_000;
    const gone = await firstValueFrom(credential.current);
    writeFileSync(file, 't2');
    now += 50_000;
    const back = await firstValueFrom(credential.current);

    expect([gone, back]).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('goes with the initial token until the file can be read', async () => {
    credential = tokenFile(file, { initial: 't0', now: () => now });
    const first = await firstValueFrom(credential.current);
    writeFileSync(file, 't1');
    now += 50_000;
    const second = await firstValueFrom(credential.current);

    expect([first, second]).toEqual(['Bearer t0', 'Bearer t1']);
  });

  it('fails until the file has contained a token', async () => {
    await expect(firstValueFrom(credential.current)).rejects.toMatchObject({
      _tag: 'TransportError',
      phase: 'credentials',
      code: 'ENOENT',
    });
    writeFileSync(file, ' \n');
    await expect(firstValueFrom(credential.current)).rejects.toMatchObject({
      problem: expect.stringContaining('must contain a token'),
    });
  });
});
