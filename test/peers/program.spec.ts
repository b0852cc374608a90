import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { pods } from '@rxkube/protocol';
import { kubeconfig, nodeTransport, snapshots } from 'rxkube';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { kubectlOn, kubectlProblem } from './support/kubectl.js';

// As it is installed, so its package has to be compiled.
const program = fileURLToPath(
  new URL('../../packages/apiserver/bin/rxkube-apiserver.mjs', import.meta.url),
);

describe('rxkube-apiserver', () => {
  let child: ChildProcess | undefined;
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rxkube-program-'));
  });

  afterEach(() => {
    child?.kill('SIGKILL');
    child = undefined;
    rmSync(folder, { recursive: true });
  });

  /** Starts it and gives its address, the first line that it prints. */
  const started = async (...args: readonly string[]): Promise<string> => {
    const running = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = running;
    const [line] = (await once(createInterface({ input: running.stdout }), 'line')) as [string];

    return line;
  };

  const refused = async (...args: readonly string[]): Promise<string> => {
    const running = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = running;
    const complaint = await text(running.stderr);

    return `${String(running.exitCode ?? (await once(running, 'exit'))[0])} ${complaint}`;
  };

  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s', async (signal) => {
    const url = await started('--port', '0');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
    const watch = await fetch(`${url}/api/v1/pods?watch=true`);
    expect(watch.status).toBe(200);
    const ended = child && once(child, 'exit');
    child?.kill(signal);
    await expect(watch.text()).rejects.toThrow();

    expect(await ended).toEqual([0, null]);
  });

  it('wants the token that it was given', async () => {
    const url = await started('--port=0', '--token=open-sesame');
    const ask = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${url}/version`, { headers })).status;

    expect([await ask({}), await ask({ authorization: 'Bearer open-sesame' })]).toEqual([401, 200]);
  });

  it('serves by its options', async () => {
    const url = await started('--port=0', '--namespaces', 'required');
    const answer = await fetch(`${url}/api/v1/namespaces/missing/secrets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name: 'a' } }),
    });

    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { message: 'namespaces "missing" not found' },
    ]);
  });

  it('reports a wrong argument, and exits with 2', async () => {
    expect(await refused()).toMatch(/^2 rxkube-apiserver: .*--port/u);
    expect(await refused('--port', '0', '--host', '0.0.0.0')).toMatch(/^2 .*token/u);
    const url = new URL(await started('--port', '0'));
    const first = child;

    expect(await refused('--port', url.port)).toMatch(/^2 .*cannot listen/u);
    first?.kill('SIGKILL');
  });

  it('prints its version', async () => {
    const manifest = readFileSync(
      new URL('../../packages/apiserver/package.json', import.meta.url),
      'utf8',
    );

    expect(await started('--version')).toBe((JSON.parse(manifest) as { version: string }).version);
  });

  const manifests = (files: Readonly<Record<string, string>>): string => {
    const place = join(folder, 'manifests');
    mkdirSync(place);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);

    return place;
  };
  const read = async (url: string): Promise<unknown> => (await fetch(url)).json();

  it('loads manifests, in several documents, lists and formats, and definitions first', async () => {
    const place = manifests({
      'a.yaml': [
        '# Only a comment.\n---\n',
        'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: w }\nspec: { size: 3 }\n---\n',
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c, namespace: shop }\ndata: { k: "1" }\n',
      ].join(''),
      'b.yml': [
        'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n',
        'metadata: { name: widgets.example.com }\n',
        'spec:\n  group: example.com\n  scope: Namespaced\n  names: { plural: widgets, kind: Widget }\n',
        '  versions: [{ name: v1, served: true, storage: true }]\n',
      ].join(''),
      'c.json': JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: [
          { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
          { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 's', namespace: 'shop' } },
        ],
      }),
      'README.md': 'not a manifest',
    });
    const url = await started('--port=0', '--namespaces=required', '--load', place);

    expect(await read(`${url}/apis/example.com/v1/namespaces/default/widgets/w`)).toMatchObject({
      spec: { size: 3 },
    });
    expect(await read(`${url}/api/v1/namespaces/shop/configmaps/c`)).toMatchObject({
      data: { k: '1' },
    });
    expect(await read(`${url}/api/v1/namespaces/shop/serviceaccounts/s`)).toMatchObject({
      metadata: { name: 's' },
    });
  });

  const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';

  it.each([
    ['text that is not YAML', 'a: [', /a\.yaml, document 1: /u],
    [
      'a document that is not an object',
      `${configMap}---\n- 1\n`,
      /document 2: must be an object/u,
    ],
    ['an object without a kind', 'metadata: { name: a }', /document 1: must have an apiVersion/u],
    ['a kind that is not served', 'apiVersion: v1\nkind: Foo\nmetadata: {}', /no kind Foo in v1/u],
    ['an object that exists', `${configMap}---\n${configMap}`, /document 2: .*already exists/u],
    ['a name that is not valid', configMap.replace('a }', 'A }'), /document 1: .*is invalid/u],
  ])('exits with 2 for %s', async (_, text, problem) => {
    const place = manifests({ 'a.yaml': text });
    const complaint = await refused('--port=0', '--load', place);

    expect(complaint).toMatch(/^2 rxkube-apiserver: invalidArgument: --load: /u);
    expect(complaint).toMatch(problem);
  });

  it('exits with 2 for a folder that does not exist', async () => {
    const missing = join(folder, 'missing');

    expect(await refused('--port=0', '--load', missing)).toMatch(/^2 .*--load: ENOENT/u);
  });

  it('writes a kubeconfig that leads to it, which only its owner may read', async () => {
    const file = join(folder, 'config');
    writeFileSync(file, '# Written by rxkube-apiserver.\n', { mode: 0o644 });
    const url = await started('--port=0', '--demo', '--kubeconfig', file);
    const transport = nodeTransport(kubeconfig({ file, untrusted: true }));
    const snapshot = await firstValueFrom(
      snapshots(transport, { resource: pods, namespace: 'shop' }).pipe(
        filter(({ phase }) => phase === 'live'),
      ),
    );
    await transport.close();

    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain(url);
    expect(snapshot.size).toBeGreaterThanOrEqual(60);
  });

  it('leaves a file of another program alone', async () => {
    const file = join(folder, 'config');
    writeFileSync(file, 'apiVersion: v1\nkind: Config\n');

    expect(await refused('--port=0', '--kubeconfig', file)).toMatch(
      /^2 .*--kubeconfig: .*holds another kubeconfig/u,
    );
    expect(readFileSync(file, 'utf8')).toBe('apiVersion: v1\nkind: Config\n');
    expect(await refused('--port=0', '--kubeconfig', join(folder, 'no', 'config'))).toMatch(
      /^2 .*--kubeconfig: ENOENT/u,
    );
  });

  it.runIf(kubectlProblem() === undefined)(
    'rolls out its demo, which kubectl sees come to an end',
    async () => {
      const file = join(folder, 'config');
      await started('--port=0', '--demo', '--kubeconfig', file);
      const kubectl = kubectlOn({ kubeconfig: file });
      const status = ['rollout', 'status', 'deployment/web', '-n', 'shop', '--timeout=50s'];

      expect(await kubectl.run(...status)).toContain('successfully rolled out');
      expect(await kubectl.run('get', 'deployments', '-A', '-o', 'name')).toMatch(
        /^(?:deployment\.apps\/\w+\n){20}$/u,
      );
      kubectl.close();
    },
  );

  it('prints its usage', async () => {
    expect(await started('--help')).toContain('rxkube-apiserver --port PORT');
  });
});
