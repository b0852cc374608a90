import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { isKubeError } from '@rxkube/protocol';
import { kubeconfig } from '@rxkube/undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { kubectlProblem } from './support/kubectl.js';

const problem = kubectlProblem();
if (problem !== undefined) console.warn(`kubectl is not tried: ${problem}`);

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** The server and the credentials that a kubeconfig selects. */
interface Way {
  readonly server: string;
  readonly namespace: string;
  readonly token: string;
}

interface Viewed {
  readonly clusters: readonly [{ readonly cluster: { readonly server: string } }];
  readonly users: readonly [{ readonly user: { readonly token?: string } }];
  readonly contexts: readonly [{ readonly context: { readonly namespace?: string } }];
}

/** Which way `kubectl` would go. */
function wayOfKubectl(env: Readonly<Record<string, string>>): Way | 'none' {
  const args = ['config', 'view', '--minify', '--raw', '--output', 'json'];
  const { status, stdout } = spawnSync('kubectl', args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) return 'none';
  const { clusters, users, contexts } = JSON.parse(stdout) as Viewed;
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  const [{ context }] = contexts;

  return {
    server: cluster.server,
    namespace: context.namespace ?? 'default',
    token: user.token ?? '',
  };
}

function ownWay(env: Readonly<Record<string, string>>): Way | 'none' {
  try {
    const { server, namespace, token } = kubeconfig({ env });

    return { server, namespace, token: typeof token === 'string' ? token : '' };
  } catch (error) {
    if (isKubeError(error)) return 'none';
    throw error;
  }
}

function contexts(...names: readonly string[]): string {
  return `contexts: [${names.map((name) => `{name: ${name}, context: {cluster: c, user: u}}`).join()}]`;
}

function clusters(...servers: readonly string[]): string {
  return `clusters: [${servers.map((server) => `{name: c, cluster: {server: "https://${server}"}}`).join()}]`;
}

function users(...tokens: readonly string[]): string {
  return `users: [${tokens.map((token) => `{name: u, user: {token: ${token}}}`).join()}]`;
}

const CURRENT = 'current-context: here';
const WHOLE = [CURRENT, contexts('here'), clusters('one'), users('first')];

describe.skipIf(problem !== undefined)('kubeconfig', () => {
  it.each<[string, readonly (readonly string[])[], Way | 'none']>([
    ['of one file', [WHOLE], way('one', 'first')],
    [
      'with each entry in two files: the first one wins, whole',
      [
        WHOLE,
        [
          'current-context: other',
          clusters('two'),
          users('second'),
          'contexts: [{name: here, context: {cluster: c, user: u, namespace: late}}]',
        ],
      ],
      way('one', 'first'),
    ],
    [
      'with the entries in different files',
      [[CURRENT], [users('second')], [clusters('two'), contexts('here')], WHOLE],
      way('two', 'second'),
    ],
    [
      'where a context of the first file goes before, with other names in it',
      [['contexts: [{name: here, context: {cluster: other, user: u}}]'], WHOLE],
      'none',
    ],
    [
      'with a cluster twice in one file',
      [[CURRENT, contexts('here'), clusters('one', 'two'), users('first')]],
      'none',
    ],
    [
      'with a user twice in one file',
      [[CURRENT, contexts('here'), clusters('one'), users('first', 'second')]],
      'none',
    ],
    [
      'with a context twice in one file',
      [[CURRENT, contexts('here', 'here'), clusters('one'), users('first')]],
      'none',
    ],
    [
      'with a name twice in a file whose entries are not used',
      [WHOLE, [clusters('two', 'two')]],
      'none',
    ],
    [
      'with a field twice in one mapping: the last one holds',
      [[...WHOLE, clusters('two')]],
      way('two', 'first'),
    ],
  ])('%s selects the same server as kubectl', (_what, files, expected) => {
    const paths = files.map((lines, index) => {
      const path = join(directory, String(index));
      writeFileSync(path, `${lines.join('\n')}\n`);

      return path;
    });
    const env = { KUBECONFIG: paths.join(delimiter), HOME: directory };

    expect(wayOfKubectl(env)).toEqual(expected);
    expect(ownWay(env)).toEqual(expected);
  });
});

function way(server: string, token: string): Way {
  return { server: `https://${server}`, namespace: 'default', token };
}
