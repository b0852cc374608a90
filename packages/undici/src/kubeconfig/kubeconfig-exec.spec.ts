import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { firstValueFrom, of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { kubeconfigText } from '../../../../test/support/kubeconfig-text.js';
import { type ExecPolicy } from '../credentials/exec-policy.js';
import { programPath } from '../platform/program-path.js';
import { kubeconfig } from './kubeconfig.js';

const apiVersion = 'client.authentication.k8s.io/v1';
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** Writes a kubeconfig with this `exec`, and what else its user and cluster have. */
function put(exec: unknown, more: { user?: object; cluster?: object } = {}): string {
  const file = join(directory, 'config');
  const { user, cluster } = more;
  writeFileSync(
    file,
    kubeconfigText({ user: { exec, ...user }, ...(cluster !== undefined && { cluster }) }),
  );

  return file;
}

/** Writes a plugin into a directory. It prints its own name and the input that it got. */
function plugin(folder: string, name: string): void {
  mkdirSync(join(directory, folder), { recursive: true });
  const file = join(directory, folder, name);
  const answer = `{ kind: "ExecCredential", apiVersion: info.apiVersion, status: { token: JSON.stringify([
    ${JSON.stringify(`${folder}/${name}`)}, info.spec.cluster, process.argv.slice(2), process.env.NAME ]) } }`;
  writeFileSync(
    file,
    `#!${process.execPath}\nconst info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);\nconsole.log(JSON.stringify(${answer}));\n`,
  );
  chmodSync(file, 0o755);
}

/** Returns the output of the plugin of a kubeconfig. */
async function said(file: string, options: { exec?: ExecPolicy } = {}): Promise<unknown> {
  const path = `${join(directory, 'bin')}:${process.env['PATH'] ?? ''}`;
  const { credential } = kubeconfig({ file, env: { PATH: path }, ...options });
  const authorization = await firstValueFrom(credential?.current ?? of(undefined));

  return JSON.parse(authorization?.slice('Bearer '.length) ?? 'null');
}

function refusal(file: string, exec?: ExecPolicy): unknown {
  try {
    kubeconfig({ file, env: { PATH: join(directory, 'bin') }, exec });
  } catch (error) {
    return error;
  }

  return undefined;
}

describe('kubeconfig with exec', () => {
  it.each([apiVersion, 'client.authentication.k8s.io/v1beta1'])(
    'runs a plugin of %s',
    async (version) => {
      plugin('bin', 'aws');
      const exec = {
        apiVersion: version,
        command: 'aws',
        args: ['a', 'b'],
        env: [{ name: 'NAME', value: 'x' }],
        interactiveMode: 'Never',
      };

      expect(await said(put(exec))).toEqual(['bin/aws', null, ['a', 'b'], 'x']);
    },
  );

  it('takes no arguments and no environment for none', async () => {
    plugin('bin', 'aws');
    const exec = { apiVersion, command: 'aws', args: null, env: null, interactiveMode: 'Never' };

    expect(await said(put(exec))).toEqual(['bin/aws', null, [], null]);
  });

  it('looks for a path beside the kubeconfig, and for a name on the PATH alone', async () => {
    plugin('.', 'aws');
    plugin('bin', 'aws');
    const fields = { apiVersion, interactiveMode: 'Never' };

    expect(await said(put({ ...fields, command: './aws' }))).toHaveProperty('0', './aws');
    expect(await said(put({ ...fields, command: 'aws' }))).toHaveProperty('0', 'bin/aws');
  });

  it('hands the cluster on if the kubeconfig says so', async () => {
    plugin('bin', 'aws');
    writeFileSync(join(directory, 'ca.crt'), 'CA');
    const exec = { apiVersion, command: 'aws', interactiveMode: 'Never', provideClusterInfo: true };
    const cluster = {
      'certificate-authority': 'ca.crt',
      'tls-server-name': 'kubernetes',
      'proxy-url': 'http://127.0.0.1:3128',
      'disable-compression': true,
      extensions: [
        { name: 'other', extension: { audience: 'other' } },
        { name: 'client.authentication.k8s.io/exec', extension: { audience: 'ours' } },
      ],
    };

    expect(await said(put(exec, { cluster }))).toHaveProperty('1', {
      server: 'https://127.0.0.1:6443',
      'certificate-authority-data': Buffer.from('CA').toString('base64'),
      'tls-server-name': 'kubernetes',
      'proxy-url': 'http://127.0.0.1:3128',
      'disable-compression': true,
      config: { audience: 'ours' },
    });
  });

  it.each([
    { token: 't0ken' },
    { username: 'ann', password: 'pass' },
    { 'client-certificate': 'ann.crt', 'client-key': 'ann.key' },
  ])('does not run a plugin if the user has %o, as kubectl', (user) => {
    const exec = { apiVersion, command: 'aws', interactiveMode: 'Never' };

    expect(kubeconfig({ file: put(exec, { user }) })).not.toHaveProperty('credential');
  });

  it('does not run a plugin without TLS', () => {
    const exec = { apiVersion, command: 'aws', interactiveMode: 'Never' };
    const file = put(exec, { cluster: { server: 'http://127.0.0.1' } });

    expect(kubeconfig({ file })).not.toHaveProperty('credential');
  });

  it.each([
    [{ apiVersion, interactiveMode: 'Never' }, 'has no `command`'],
    [{ apiVersion, command: 'aws' }, 'the interactiveMode "missing"'],
    [{ apiVersion, command: 'aws', interactiveMode: 'Maybe' }, 'the interactiveMode "Maybe"'],
    [{ command: 'aws' }, 'the apiVersion "missing"'],
    [{ apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'aws' }, 'so update aws'],
    [
      { apiVersion, command: 'aws', interactiveMode: 'Never', args: 's3cret' },
      '`args` that is not a list',
    ],
    [{ apiVersion, command: 'aws', interactiveMode: 'Never', args: [5] }, 'not a string'],
    [
      { apiVersion, command: 'aws', interactiveMode: 'Never', env: [{ value: 's3cret' }] },
      'without a name',
    ],
    [{ apiVersion, command: 'aws', interactiveMode: 'Never', env: ['s3cret'] }, 'not a mapping'],
    ['s3cret', 'must be a mapping'],
  ])('refuses %o', (exec, problem) => {
    const error = refusal(put(exec));

    expect(error).toMatchObject({
      rule: 'invalidArgument',
      field: 'exec',
      problem: expect.stringContaining(problem),
    });
    expect(String(error)).not.toContain('s3cret');
  });

  it('runs a program of the list, by name or path', async () => {
    plugin('bin', 'aws');
    const file = put({ apiVersion, command: 'aws', interactiveMode: 'Never' });

    expect(await said(file, { exec: ['other', 'aws'] })).toHaveProperty('0', 'bin/aws');
    expect(await said(file, { exec: [join(directory, 'bin', 'aws')] })).toHaveProperty(
      '0',
      'bin/aws',
    );
  });

  it.each<[string, ExecPolicy]>([
    ['aws', false],
    ['aws', []],
    ['aws', ['other']],
    ['./aws', ['aws']],
    ['gone', ['gone']],
  ])('refuses to run %s if %j is allowed', (command, exec) => {
    plugin('bin', 'aws');
    plugin('.', 'aws');
    const error = refusal(put({ apiVersion, command, interactiveMode: 'Never' }), exec);

    expect(error).toMatchObject({
      field: 'exec',
      problem: expect.stringContaining('wants to run'),
    });
  });

  it('F6 hands on only the variables that the list allows, and names any other', async () => {
    plugin('bin', 'aws');
    const env = [{ name: 'NAME', value: 'x' }];
    const file = put({ apiVersion, command: 'aws', interactiveMode: 'Never', env });

    expect(refusal(file, ['aws'])).toMatchObject({
      rule: 'invalidArgument',
      field: 'exec',
      problem: expect.stringContaining('sets the variable "NAME" for "aws"'),
    });
    expect(refusal(file, [{ command: 'aws', env: ['OTHER'] }])).toMatchObject({ field: 'exec' });
    expect(await said(file, { exec: [{ command: 'aws', env: ['NAME'] }] })).toHaveProperty(
      '3',
      'x',
    );
  });

  it('F15 runs no program of the current directory that its path does not name', () => {
    plugin('.', 'aws');
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(directory);
    onTestFinished(() => {
      cwd.mockRestore();
    });

    expect(programPath('aws', { PATH: `.${delimiter}${delimiter}bin` })).toBeUndefined();
    expect(programPath('./aws', { PATH: '' })).toBe(join(directory, 'aws'));
  });

  it('refuses a name instead of a list', () => {
    const policy: unknown = 'aws';
    const file = put({ apiVersion, command: 'aws', interactiveMode: 'Never' });

    expect(refusal(file, policy as ExecPolicy)).toMatchObject({
      rule: 'invalidArgument',
      field: 'exec',
      problem: expect.stringContaining('list of programs'),
    });
  });

  it('removes control characters from the hint', async () => {
    const installHint = 'get it\u001b[2J\nfrom \u202eexample.com';
    const exec = { apiVersion, command: 'rxkube-none', interactiveMode: 'Never', installHint };
    const { credential } = kubeconfig({ file: put(exec) });
    const error: unknown = await firstValueFrom(credential?.current ?? of(undefined)).catch(
      (caught: unknown) => caught,
    );

    expect(error).toMatchObject({
      problem: expect.stringMatching(/: get it \[2J from {2}example\.com$/u),
    });
  });
});
