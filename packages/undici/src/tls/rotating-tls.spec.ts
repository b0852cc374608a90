import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Authority, authority } from '../../../../test/http/support/transport-certificates.js';
import { type ClientCertificate } from '../credentials/credential.js';
import { rotatingTls } from './rotating-tls.js';

let directory: string;
let ca: string;
let first: Authority;
let second: Authority;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
  ca = join(directory, 'ca.crt');
  first = await authority('first');
  second = await authority('second');
  writeFileSync(ca, first.cert);
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe('rotatingTls', () => {
  it('reads files again when 50 s have passed, and not before', () => {
    let now = 0;
    const tls = rotatingTls({ ca: { file: ca } }, undefined, () => now);
    const before = tls.refresh();
    now = 50_000;
    const same = tls.refresh();
    writeFileSync(ca, second.cert);
    now = 99_999;
    const kept = tls.refresh();
    now = 100_000;
    const read = tls.refresh();

    expect([same, kept]).toEqual([before, before]);
    expect(same).toBe(before);
    expect(kept).toBe(before);
    expect(read.ca).toBe(second.cert);
  });

  it('reads them at once on demand, and keeps the last good ones', () => {
    const tls = rotatingTls({ ca: { file: ca } });
    writeFileSync(ca, 'half of a certi');
    const kept = tls.reread();
    writeFileSync(ca, second.cert);

    expect([kept.ca, tls.reread().ca]).toEqual([first.cert, second.cert]);
  });

  it('takes up the certificate of a credential, and leaves the other one for it', async () => {
    const pair = await first.client('ann');
    let issued: ClientCertificate | undefined;
    const tls = rotatingTls({ ca: first.cert }, () => issued);
    const without = tls.refresh().showsCertificate;
    issued = pair;
    const withIt = tls.refresh();
    issued = { ...pair };

    expect([without, withIt.showsCertificate]).toEqual([false, true]);
    expect(tls.refresh()).toBe(withIt);
  });
});
