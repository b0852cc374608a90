import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { kubeconfigText } from '../../../../test/support/kubeconfig-text.js';
import { defaultAccess } from './default-access.js';
import { inCluster } from './in-cluster.js';
import { kubeconfig } from './kubeconfig.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rxkube-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** Writes a kubeconfig and gives its path. */
function put(name: string, text: string): string {
  const file = join(directory, name);
  writeFileSync(file, text);

  return file;
}

function refusal(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    return error;
  }

  return undefined;
}

const TWO = `
apiVersion: v1
kind: Config
current-context: blue
contexts:
- name: blue
  context: { cluster: one, user: ann, namespace: team }
- name: green
  context: { cluster: two, user: bob }
clusters:
- name: one
  cluster: { server: https://one.example:6443, certificate-authority: pki/ca.crt }
- name: two
  cluster:
    server: https://two.example
    tls-server-name: kubernetes
    insecure-skip-tls-verify: true
    disable-compression: true
users:
- name: ann
  user: { client-certificate: pki/ann.crt, client-key: /abs/ann.key }
- name: bob
  user: { token: t0ken }
preferences: {}
`;

describe('kubeconfig', () => {
  it('takes the current context, with paths that begin at the file', () => {
    expect(kubeconfig({ file: put('config', TWO) })).toEqual({
      server: 'https://one.example:6443',
      namespace: 'team',
      ca: { file: join(directory, 'pki/ca.crt') },
      cert: { file: join(directory, 'pki/ann.crt') },
      key: { file: '/abs/ann.key' },
    });
  });

  it('takes the context that is asked for', () => {
    expect(kubeconfig({ file: put('config', TWO), context: 'green' })).toEqual({
      server: 'https://two.example',
      namespace: 'default',
      serverName: 'kubernetes',
      insecureSkipTlsVerify: true,
      compression: false,
      token: 't0ken',
    });
  });

  it('takes embedded data before files, and a token file before a token', () => {
    const file = put(
      'config',
      kubeconfigText({
        cluster: {
          'certificate-authority': 'ca.crt',
          'certificate-authority-data': Buffer.from('CA').toString('base64'),
        },
        user: {
          'client-certificate-data': Buffer.from('CERT').toString('base64'),
          'client-key-data': Buffer.from('KEY').toString('base64'),
          token: 't0ken',
          tokenFile: 'token',
        },
      }),
    );

    expect(kubeconfig({ file })).toMatchObject({
      ca: Buffer.from('CA'),
      cert: Buffer.from('CERT'),
      key: Buffer.from('KEY'),
      token: { file: join(directory, 'token') },
    });
  });

  it('takes basic authentication', () => {
    const file = put('config', kubeconfigText({ user: { username: 'ann', password: 'pass' } }));

    expect(kubeconfig({ file })).toMatchObject({ username: 'ann', password: 'pass' });
  });

  it('takes over no credential without TLS, as kubectl does', () => {
    const file = put(
      'config',
      kubeconfigText({ cluster: { server: 'http://127.0.0.1:8001' }, user: { token: 't0ken' } }),
    );

    expect(kubeconfig({ file })).toEqual({ server: 'http://127.0.0.1:8001', namespace: 'default' });
  });

  it.each([' https://127.0.0.1:6443', '\thttps://127.0.0.1:6443\n', 'HTTPS://127.0.0.1:6443'])(
    'takes over the credential of a server that is written %j',
    (server) => {
      const file = put('config', kubeconfigText({ cluster: { server }, user: { token: 't0ken' } }));

      expect(kubeconfig({ file })).toMatchObject({ token: 't0ken' });
    },
  );

  it('takes fields that are merged in from an anchor', () => {
    const merged = TWO.replace('{ token: t0ken }', '{ <<: *shared }');
    const file = put('config', `shared: &shared { token: t0ken }${merged}`);

    expect(kubeconfig({ file, context: 'green' })).toMatchObject({ token: 't0ken' });
  });

  it('treats impersonation without a user as no impersonation', () => {
    const user = { token: 't0ken', as: '', 'as-groups': [], 'as-user-extra': {} };

    expect(kubeconfig({ file: put('config', kubeconfigText({ user })) })).toMatchObject({
      token: 't0ken',
    });
  });

  it('takes a context without a user, and lists that are null', () => {
    const file = put(
      'config',
      'current-context: c\ncontexts: [{name: c, context: {cluster: c}}]\n' +
        'clusters: [{name: c, cluster: {server: https://c}}]\nusers: null\n',
    );

    expect(kubeconfig({ file })).toEqual({ server: 'https://c', namespace: 'default' });
  });

  it('merges the files of KUBECONFIG: the first one that has an entry wins, missing ones are skipped', () => {
    mkdirSync(join(directory, 'b'));
    const first = put('a', 'clusters: [{name: c, cluster: {server: https://first}}]\n');
    const second = put(
      'b/config',
      'current-context: x\n' +
        'clusters: [{name: c, cluster: {server: https://second, certificate-authority: other}}]\n' +
        'users: [{name: u, user: {tokenFile: token}}]\n' +
        'contexts: [{name: x, context: {cluster: c, user: u}}]\n',
    );
    const third = put(
      'c',
      'current-context: y\ncontexts: [{name: x, context: {cluster: c, namespace: late}}]\n',
    );
    const list = ['', join(directory, 'missing'), first, second, third].join(delimiter);

    expect(kubeconfig({ env: { KUBECONFIG: list } })).toEqual({
      server: 'https://first',
      namespace: 'default',
      token: { file: join(directory, 'b', 'token') },
    });
  });

  it('reads ~/.kube/config where KUBECONFIG is not set', () => {
    mkdirSync(join(directory, '.kube'));
    put('.kube/config', kubeconfigText());

    expect(kubeconfig({ env: { HOME: directory } }).server).toBe('https://127.0.0.1:6443');
    expect(kubeconfig({ env: { HOME: directory, KUBECONFIG: '' } }).server).toBe(
      'https://127.0.0.1:6443',
    );
  });

  it('uses a token as the first value of the token file beside it', () => {
    const file = put('config', kubeconfigText({ user: { token: 't0ken', tokenFile: 'token' } }));

    expect(kubeconfig({ file }).token).toEqual({
      file: join(directory, 'token'),
      initial: 't0ken',
    });
  });

  it.each(['http://ann:s3cret@127.0.0.1:3128', 'https://p.example', 'socks5://p.example:1080'])(
    'takes the proxy %s',
    (proxy) => {
      const file = put('config', kubeconfigText({ cluster: { 'proxy-url': proxy } }));

      expect(kubeconfig({ file })).toMatchObject({ proxy });
    },
  );

  it.each(['ftp://ann:s3cret@127.0.0.1', 's3cret'])('refuses the proxy %s', (proxy) => {
    const file = put('config', kubeconfigText({ cluster: { 'proxy-url': proxy } }));
    const error = refusal(() => kubeconfig({ file }));

    expect(error).toMatchObject({ rule: 'invalidArgument', field: 'proxy-url' });
    expect(String(error)).not.toContain('s3cret');
  });

  it('takes whom to act as, without TLS too', () => {
    const user = {
      as: 'ann',
      'as-uid': '42',
      'as-groups': ['a', 'b'],
      'as-user-extra': { reason: ['x'] },
    };
    const impersonate = {
      user: 'ann',
      uid: '42',
      groups: ['a', 'b'],
      extra: { reason: ['x'] },
    };
    const plain = kubeconfigText({ cluster: { server: 'http://127.0.0.1:8001' }, user });

    expect(kubeconfig({ file: put('config', kubeconfigText({ user })) })).toMatchObject({
      impersonate,
    });
    expect(kubeconfig({ file: put('config', plain) })).toMatchObject({ impersonate });
  });

  it.each([
    ['as', { 'as-groups': ['s3cret'] }],
    ['as', { 'as-uid': 's3cret' }],
    ['as', { 'as-user-extra': { reason: ['s3cret'] } }],
    ['as-groups', { as: 'ann', 'as-groups': 's3cret' }],
    ['as-groups', { as: 'ann', 'as-groups': [5] }],
    ['as-user-extra', { as: 'ann', 'as-user-extra': ['s3cret'] }],
    ['as-user-extra', { as: 'ann', 'as-user-extra': { reason: 's3cret' } }],
  ])('refuses an impersonation whose %s is wrong: %o', (field, user) => {
    const error = refusal(() => kubeconfig({ file: put('config', kubeconfigText({ user })) }));

    expect(error).toMatchObject({ rule: 'invalidArgument', field });
    expect(String(error)).not.toContain('s3cret');
  });

  it.each([
    ['gcp', 'gke-gcloud-auth-plugin'],
    ['azure', 'kubelogin convert-kubeconfig'],
    ['oidc', 'kubectl oidc-login'],
    ['other', 'use an `exec` plugin'],
  ])('refuses the auth-provider %s, and says what to do', (name, advice) => {
    const user = { 'auth-provider': { name, config: { 'id-token': 's3cret' } } };
    const error = refusal(() => kubeconfig({ file: put('config', kubeconfigText({ user })) }));

    expect(error).toMatchObject({
      field: 'auth-provider',
      problem: expect.stringContaining(advice),
    });
    expect(String(error)).not.toContain('s3cret');
  });

  it('B94 takes the id-token of oidc until it expires', () => {
    const token = idToken(4_102_444_800);
    const user = { 'auth-provider': { name: 'oidc', config: { 'id-token': token } } };

    expect(kubeconfig({ file: put('config', kubeconfigText({ user })) })).toMatchObject({ token });
  });

  it.each([
    ['token', { token: 't0ken' }],
    ['login', { username: 'ann', password: 'b' }],
  ])('B94 prefers a %s to oidc, even if the id-token has expired', (_what, login) => {
    const provider = { name: 'oidc', config: { 'id-token': idToken(1) } };
    const file = put('config', kubeconfigText({ user: { ...login, 'auth-provider': provider } }));

    expect(kubeconfig({ file })).toMatchObject(login);
  });

  it('B94 drops white space around the id-token', () => {
    const token = idToken(4_102_444_800);
    const user = { 'auth-provider': { name: 'oidc', config: { 'id-token': ` ${token}\n` } } };

    expect(kubeconfig({ file: put('config', kubeconfigText({ user })) })).toMatchObject({ token });
  });

  it('B94 says that the id-token of oidc has expired', () => {
    const user = { 'auth-provider': { name: 'oidc', config: { 'id-token': idToken(1) } } };
    const error = refusal(() => kubeconfig({ file: put('config', kubeconfigText({ user })) }));

    expect(error).toMatchObject({
      field: 'auth-provider',
      problem: expect.stringContaining('expired at 1970-01-01T00:00:01.000Z'),
    });
  });

  it.each([
    ['exec', { user: { exec: { command: 'sh' } } }],
    ['tokenFile', { user: { tokenFile: '/var/run/secrets/token' } }],
    [
      'client-certificate',
      { user: { 'client-certificate': 'ann.crt', 'client-key-data': 'eA==' } },
    ],
    ['client-key', { user: { 'client-certificate-data': 'eA==', 'client-key': 'ann.key' } }],
    ['certificate-authority', { cluster: { 'certificate-authority': '/dev/zero' } }],
    ['proxy-url', { cluster: { 'proxy-url': 'http://127.0.0.1:3128' } }],
  ])('F6 refuses the %s of an untrusted kubeconfig', (field, fields) => {
    const file = put('config', kubeconfigText(fields));

    expect(refusal(() => kubeconfig({ file, untrusted: true }))).toMatchObject({
      rule: 'invalidArgument',
      field: 'untrusted',
      problem: expect.stringContaining(`allows no \`${field}\``),
    });
  });

  it('F6 takes the data of an untrusted kubeconfig', () => {
    const file = put('config', kubeconfigText({ user: { token: 't0ken' } }));

    expect(kubeconfig({ file, untrusted: true })).toMatchObject({ token: 't0ken' });
    expect(refusal(() => kubeconfig({ file, untrusted: true, exec: true }))).toMatchObject({
      field: 'exec',
    });
  });

  it('refuses an execStderr that is neither hide nor show', () => {
    const option: unknown = true;
    const file = put('config', kubeconfigText());

    expect(refusal(() => kubeconfig({ file, execStderr: option as 'show' }))).toMatchObject({
      field: 'execStderr',
    });
  });

  it('ignores the other contexts', () => {
    const text = TWO.replace('{ token: t0ken }', '{ exec: { command: aws } }');

    expect(kubeconfig({ file: put('config', text) }).server).toBe('https://one.example:6443');
  });

  it.each([
    ['not valid YAML', 'users:\n- name: u\n  user: {token: s3cret\n', 'not valid YAML: '],
    ['an alias that leads nowhere', 'users: *s3cret\n', 'not valid YAML'],
    ['a list', '- s3cret\n', 'must be a mapping'],
    ['a text for a list', 'clusters: s3cret\n', 'must be a list'],
    [
      'a name that stands twice',
      'users: [{name: u, user: {token: s3cret}}, {name: u, user: {token: s3cret}}]\n',
      '"u" is twice in `users`',
    ],
    ['an entry without a name', 'users: [{user: {token: s3cret}}]\n', 'has no name'],
    ['a number for a token', kubeconfigText({ user: { token: 12 } }), 'must be a string'],
    [
      'a text for a flag',
      kubeconfigText({ cluster: { 'insecure-skip-tls-verify': 's3cret' } }),
      'must be true or false',
    ],
    [
      'a cluster that is not there',
      kubeconfigText({ context: { cluster: 'd' } }),
      'context "here" names the cluster "d"',
    ],
    [
      'a user that is not there',
      kubeconfigText({ context: { user: 'v' } }),
      'context "here" names the user "v"',
    ],
    ['a cluster without a server', kubeconfigText({ cluster: { server: '' } }), 'no `server`'],
  ])('refuses %s, and quotes nothing secret', (_name, text, problem) => {
    const error = refusal(() => kubeconfig({ file: put('config', text) }));

    expect(error).toMatchObject({
      _tag: 'ProtocolError',
      rule: 'invalidArgument',
      problem: expect.stringContaining(problem),
    });
    expect(String(error)).not.toContain('s3cret');
    expect(error).not.toHaveProperty('cause');
  });

  it('says which contexts there are', () => {
    const file = put('config', TWO);

    expect(refusal(() => kubeconfig({ file, context: 'red' }))).toMatchObject({
      field: 'context',
      problem: '"red" is not in the kubeconfig; pass "blue" or "green"',
    });
  });

  it('refuses a file that does not exist', () => {
    expect(refusal(() => kubeconfig({ file: join(directory, 'missing') }))).toMatchObject({
      field: 'kubeconfig',
      problem: expect.stringContaining('cannot be read'),
    });
  });

  it('says where it looked', () => {
    expect(refusal(() => kubeconfig({ env: { HOME: directory } }))).toMatchObject({
      field: 'kubeconfig',
    });
  });

  it('refuses an entry of the list that is there and cannot be read', () => {
    // A directory, because root can read a file with any mode.
    expect(refusal(() => kubeconfig({ env: { KUBECONFIG: directory } }))).toMatchObject({
      problem: expect.stringContaining('cannot be read'),
    });
  });
});

describe('inCluster', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };

  it('takes the mounted files', () => {
    expect(inCluster({ env })).toEqual({
      server: 'https://10.0.0.1:443',
      ca: { file: '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt' },
      token: { file: '/var/run/secrets/kubernetes.io/serviceaccount/token' },
      namespace: 'default',
    });
  });

  it('puts an IPv6 address in brackets', () => {
    expect(inCluster({ env: { ...env, KUBERNETES_SERVICE_HOST: 'fd00::1' } }).server).toBe(
      'https://[fd00::1]:443',
    );
  });

  it('drops white space around the variables, and takes a blank one for none', () => {
    put('namespace', 'team\n');
    const spaced = { KUBERNETES_SERVICE_HOST: ' 10.0.0.1\n', KUBERNETES_SERVICE_PORT: '443 ' };

    expect(inCluster({ env: { ...spaced, POD_NAMESPACE: ' ' }, directory })).toMatchObject({
      server: 'https://10.0.0.1:443',
      namespace: 'team',
    });
    expect(
      refusal(() => inCluster({ env: { ...spaced, KUBERNETES_SERVICE_PORT: ' ' } })),
    ).toMatchObject({ field: 'KUBERNETES_SERVICE_PORT' });
  });

  it('takes the namespace of the pod, else the mounted one', () => {
    put('namespace', 'team\n');

    expect(inCluster({ env, directory }).namespace).toBe('team');
    expect(inCluster({ env: { ...env, POD_NAMESPACE: 'mine' }, directory }).namespace).toBe('mine');
  });

  it('refuses to work outside a pod', () => {
    expect(refusal(() => inCluster({ env: {} }))).toMatchObject({
      field: 'KUBERNETES_SERVICE_HOST',
    });
  });
});

describe('defaultAccess', () => {
  const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };

  it('prefers a kubeconfig to the cluster around the pod', () => {
    const file = put('config', kubeconfigText());

    expect(defaultAccess({ ...pod, KUBECONFIG: file }).server).toBe('https://127.0.0.1:6443');
  });

  it('takes the cluster around the pod if there is no kubeconfig', () => {
    expect(defaultAccess({ ...pod, HOME: directory }).server).toBe('https://10.0.0.1:443');
  });

  it('takes the cluster around the pod if the kubeconfig is empty', () => {
    const file = put('config', 'apiVersion: v1\nkind: Config\n');

    expect(defaultAccess({ ...pod, KUBECONFIG: file }).server).toBe('https://10.0.0.1:443');
  });

  it('says what to do if there is neither', () => {
    expect(refusal(() => defaultAccess({ HOME: directory }))).toMatchObject({
      rule: 'invalidArgument',
      field: 'server',
      problem: expect.stringContaining('pass `server`, or set KUBECONFIG'),
    });
  });
});

/** A JSON Web Token that expires at this time, in seconds. */
function idToken(exp: number): string {
  const payload = Buffer.from(JSON.stringify({ exp })).toString('base64url');

  return `eyJhbGciOiJub25lIn0.${payload}.sig`;
}
