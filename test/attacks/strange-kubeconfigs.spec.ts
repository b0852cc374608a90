import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { isKubeError } from '@rxkube/protocol';
import { kubeconfig, nodeTransport } from '@rxkube/undici';
import { firstValueFrom, of } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { kubeconfigText } from '../support/kubeconfig-text.js';

const folder = mkdtempSync(join(tmpdir(), 'rxkube-strange-'));
const SECRET = 's3cret-of-a-file';
const proof = join(folder, 'proof');
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, SECRET);

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const apiVersion = 'client.authentication.k8s.io/v1';
const program = {
  apiVersion,
  interactiveMode: 'Never',
  command: 'sh',
  args: ['-c', `: > ${proof}`],
};

/** Users and clusters of a stranger that reach beyond the file. Each is refused before a request. */
const reaching: readonly (readonly [string, Parameters<typeof kubeconfigText>[0]])[] = [
  ['a program', { user: { exec: program } }],
  ['a program beside a token', { user: { token: 't0ken', exec: program } }],
  ['a program with a path', { user: { exec: { ...program, command: '/bin/sh' } } }],
  ['a token file', { user: { tokenFile: secretFile } }],
  ['a token file beside a token', { user: { token: 't0ken', tokenFile: secretFile } }],
  ['a relative token file', { user: { tokenFile: 'secret' } }],
  ['a certificate file', { user: { 'client-certificate': secretFile, 'client-key': secretFile } }],
  ['a key file beside data', { user: { 'client-key': secretFile, 'client-key-data': 'eA==' } }],
  ['an authority file', { cluster: { 'certificate-authority': secretFile } }],
  ['a proxy', { cluster: { 'proxy-url': 'http://127.0.0.1:3128' } }],
];

/** Files that are not a kubeconfig, or cost a lot. */
const broken: readonly (readonly [string, string | Buffer])[] = [
  ['nothing', ''],
  ['a text', 'hello'],
  ['a list', '[1, 2]'],
  ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7) % 256))],
  ['a tag of JavaScript', 'a: !!js/function "function () {}"'],
  ['a tag of Python', `a: !!python/object/apply:os.system ["touch ${proof}"]`],
  [
    'a billion laughs',
    `a: &a [x]\n${'bcdefghij'
      .split('')
      .map((name, at) => `${name}: &${name} [${`*${'abcdefghij'.charAt(at)},`.repeat(9)}]`)
      .join('\n')}`,
  ],
  ['a depth of 20,000', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['a mapping that contains itself', 'a: &a\n  b: *a\n'],
  ['2 MiB', `# ${'x'.repeat(2 ** 21)}\n${kubeconfigText()}`],
  ['a syntax error beside a secret', `users: [{user: {token: ${SECRET}\n`],
  [
    'a context that is missing',
    kubeconfigText().replace('"current-context":"here"', '"current-context":"there"'),
  ],
  ['a server that is not a URL', kubeconfigText({ cluster: { server: 'javascript:alert(1)' } })],
  [
    'a server with a login',
    kubeconfigText({ cluster: { server: `https://ann:${SECRET}@127.0.0.1` } }),
  ],
  ['a token with a line end', kubeconfigText({ user: { token: `a\r\nx: ${SECRET}` } })],
  ['a user with a line end', kubeconfigText({ user: { username: 'a:b', password: SECRET } })],
  [
    'an authority that is not PEM',
    kubeconfigText({ cluster: { 'certificate-authority-data': 'eA==' } }),
  ],
  ['a certificate without a key', kubeconfigText({ user: { 'client-certificate-data': 'eA==' } })],
];

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }

  return undefined;
}

function checkRefusal(error: unknown): void {
  expect(isKubeError(error), inspect(error)).toBe(true);
  expect(inspect(error, { depth: 6 })).not.toContain(SECRET);
  expect(existsSync(proof)).toBe(false);
}

let count = 0;

function put(text: string | Buffer): string {
  const file = join(folder, `config-${String(count++)}`);
  writeFileSync(file, text);

  return file;
}

describe('a kubeconfig of a stranger', () => {
  it.each(reaching)('F6 with %s is refused, and runs and reads nothing', (_name, fields) => {
    const file = put(kubeconfigText(fields));
    const error = refusalOf(() => kubeconfig({ file, untrusted: true }));

    checkRefusal(error);
    expect(error).toMatchObject({ rule: 'invalidArgument', field: 'untrusted' });
  });

  it.each(broken)('with %s is refused without its secrets', (_name, text) => {
    const file = put(text);
    checkRefusal(
      refusalOf(() => nodeTransport({ ...kubeconfig({ file, untrusted: true }), maxLists: 1 })),
    );
  });

  it.skipIf(process.platform === 'win32')('F6 is refused if it is not a regular file', () => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const link = join(folder, 'link');
    symlinkSync('/dev/zero', link);
    for (const file of [fifo, link, '/dev/zero', folder]) {
      checkRefusal(refusalOf(() => kubeconfig({ file, untrusted: true })));
    }
  });

  it.skipIf(process.platform === 'win32')('F6 cannot name a file without end, in any mode', () => {
    for (const file of [join(folder, 'fifo'), '/dev/zero']) {
      const config = put(kubeconfigText({ cluster: { 'certificate-authority': file } }));
      checkRefusal(refusalOf(() => nodeTransport(kubeconfig({ file: config }))));
    }
  });

  it('keeps names such as __proto__ as names', async () => {
    const text = kubeconfigText({ user: { token: 't0ken' } }).replaceAll('"u"', '"__proto__"');
    const { credential, ...access } = kubeconfig({ file: put(text), untrusted: true });

    expect(access.server).toBe('https://127.0.0.1:6443');
    expect({}).not.toHaveProperty('token');
    expect(await firstValueFrom(credential?.current ?? of(undefined))).toBeUndefined();
  });
});
