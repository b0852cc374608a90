import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { isKubeError, listRequest, pods } from '@rxkube/protocol';
import { kubeconfig, nodeTransport } from '@rxkube/undici';
import { firstValueFrom } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { kubeconfigText } from '../support/kubeconfig-text.js';

const folder = mkdtempSync(join(tmpdir(), 'rxkube-plugins-'));
const SECRET = 's3cret-of-a-plugin';
const apiVersion = 'client.authentication.k8s.io/v1';
const request = listRequest({ resource: pods }, { at: 'latest', limit: 1 });

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function credential(status: object, more: object = {}): string {
  return `process.stdout.write(${JSON.stringify(JSON.stringify({ kind: 'ExecCredential', apiVersion, status, ...more }))})`;
}

/** The programs of plugins that give no credential. */
const plugins: readonly (readonly [string, string])[] = [
  ['prints nothing', ''],
  ['prints white space', 'console.log(" \\n\\t ".repeat(1000))'],
  ['prints text', `console.log("${SECRET}")`],
  ['prints half of its JSON', credential({ token: SECRET }).replace('"}}"', '"')],
  ['prints null', 'console.log("null")'],
  ['prints an array', 'console.log("[]")'],
  ['prints another kind', credential({ token: SECRET }, { kind: 'Secret' })],
  ['prints another version', credential({ token: SECRET }, { apiVersion: 'v9' })],
  ['prints no status', 'console.log(JSON.stringify({ kind: "ExecCredential" }))'],
  ['prints an empty status', credential({})],
  ['prints a token with a line end', credential({ token: `a\r\nx: ${SECRET}` })],
  ['prints a token that is a number', credential({ token: 7 })],
  ['prints an end that is not a time', credential({ token: SECRET, expirationTimestamp: 'soon' })],
  ['prints half a certificate', credential({ clientCertificateData: 'x', clientKeyData: SECRET })],
  ['prints a certificate without a key', credential({ clientCertificateData: SECRET })],
  [
    'prints 100 MiB',
    'const c = "x".repeat(65536); const w = () => { while (process.stdout.write(c)); process.stdout.once("drain", w); }; w()',
  ],
  [
    'fails with a secret on both outputs (F17)',
    `console.log("${SECRET}"); console.error("token ${SECRET} 123-456 WDJB-MJHT"); process.exit(7)`,
  ],
  [
    'fails behind a banner of stars (F2)',
    'console.log("*\\n".repeat(200000)); console.error("*"); process.exit(1)',
  ],
  ['fails behind control characters', 'console.error("\\u001b[2J\\u0007"); process.exit(3)'],
  ['ends itself by a signal', 'process.kill(process.pid, "SIGKILL")'],
  ['is not a program', '\u0000\u0001'],
];

describe.skipIf(process.platform === 'win32').concurrent('a hostile plugin', () => {
  it.each(plugins)('that %s gives a short, typed error without its secrets', async (name, code) => {
    const file = join(folder, name.replaceAll(/\W/gu, '-'));
    writeFileSync(`${file}-plugin`, `#!${process.execPath}\n${code}\n`);
    chmodSync(`${file}-plugin`, 0o755);
    const exec = { apiVersion, command: `${file}-plugin`, interactiveMode: 'Never' };
    writeFileSync(file, kubeconfigText({ user: { exec } }));
    const transport = nodeTransport(kubeconfig({ file }));
    const error = await firstValueFrom(transport(request)).catch((failure: unknown) => failure);
    await transport.close();
    const shown = inspect(error, { depth: 6 });

    expect(isKubeError(error), shown).toBe(true);
    expect(error).toMatchObject({ phase: 'credentials' });
    expect(shown).not.toContain(SECRET);
    for (const word of ['WDJB', '123-456', '\u001b', '\u0007']) expect(shown).not.toContain(word);
    expect(String(error).length).toBeLessThan(2_000);
  });
});
