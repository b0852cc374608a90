import { isForbidden, isThrottled, secrets } from '@rxkube/protocol';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import { apiOver } from './support/api.js';
import { secret } from './support/drafts.js';
import { isOurs, sharedCluster, tokens } from './support/given.js';
import { observe } from './support/observed.js';
import { PRIORITY_LEVEL, occupied } from './support/occupied.js';
import { within } from './support/within.js';

const cluster = sharedCluster();
const { api, agree } = cluster;
const backOff = () => 300;

afterAll(() => cluster.close());

/** A namespace whose secrets a user may read and create. */
async function readableBy(
  purpose: string,
  subject: (namespace: string) => { readonly kind: string; readonly name: string },
): Promise<{ namespace: string; path: string; permit: () => Promise<void>; binding: string }> {
  const namespace = await cluster.namespace(purpose);
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  await api.create(`${rbac}/roles`, {
    metadata: { name: 'read' },
    rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['list', 'watch', 'create'] }],
  });
  const permit = async (): Promise<void> => {
    await api.create(`${rbac}/rolebindings`, {
      metadata: { name: 'read' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'read' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', ...subject(namespace) }],
    });
  };
  await permit();
  const path = `/api/v1/namespaces/${namespace}/secrets`;

  return { namespace, path, permit, binding: `${rbac}/rolebindings/read` };
}

async function answers(token: string, path: string, status: number): Promise<void> {
  const theirs = apiOver(cluster.transport({ token }));
  await within(30_000, `${path} answers ${String(status)}`, async () =>
    (await theirs.ask(path)).status === status ? true : undefined,
  );
}

// Users and priorities belong to the whole cluster.
describe.runIf(isOurs)('access', () => {
  it('that is taken away hits the next request, not the open watch', async () => {
    const token = tokens().reader;
    const place = await readableBy('forbidden', () => ({ kind: 'User', name: 'reader' }));
    const { namespace, path } = place;
    await answers(token, path, 200);
    await api.create(path, secret('a'));
    const lifetimes = [10];
    const seen = observe(
      cluster.transport({ token }),
      { resource: secrets, namespace },
      { backOff, lifetime: () => lifetimes.shift() ?? 2 },
    );
    await seen.opened();
    expect(seen.watches()).toBe(1);

    await api.remove(place.binding);
    await answers(token, path, 403);
    await api.create(path, secret('b'));
    await seen.until('the open watch goes on', () => seen.set()?.size === 2);
    expect(seen.watches()).toBe(1);
    expect(seen.set()?.phase).toBe('live');

    await seen.until('the next one is refused', () => seen.set()?.phase === 'interrupted');
    expect(isForbidden(seen.set()?.error)).toBe(true);
    expect(seen.set()?.size).toBe(2);
    await api.create(path, secret('c'));
    await place.permit();
    await agree(seen, path);

    expect(seen.set()).toMatchObject({ phase: 'live', error: undefined });
    expect(seen.lists()).toBe(1);
  });

  it('by an expired token recovers with a new one', async () => {
    const { namespace, path } = await readableBy('unauthorized', (name) => ({
      kind: 'Group',
      name: `system:serviceaccounts:${name}`,
    }));
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    const tokenOf = async (name: string): Promise<string> => {
      await api.create(accounts, { metadata: { name } });
      const answer: unknown = await api.create(`${accounts}/${name}/token`, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        metadata: { name },
        spec: { expirationSeconds: 3_600 },
      });
      const { token } = (answer as { readonly status: { readonly token: string } }).status;
      await answers(token, path, 200);

      return token;
    };
    let token = await tokenOf('first');
    await api.create(path, secret('a'));
    const lifetimes = [10];
    const seen = observe(
      cluster.transport({ token: () => token }),
      { resource: secrets, namespace },
      { backOff, lifetime: () => lifetimes.shift() ?? 2 },
    );
    await seen.opened();
    expect(seen.watches()).toBe(1);

    await api.remove(`${accounts}/first`);
    await api.create(path, secret('b'));
    await seen.until('the open watch goes on', () => seen.set()?.size === 2);
    expect(seen.watches()).toBe(1);
    // The server itself remembers good tokens for ten seconds.
    await seen.until('the token is refused', () => seen.set()?.phase === 'interrupted');
    expect(seen.set()?.error).toMatchObject({
      _tag: 'StatusError',
      code: 401,
      reason: 'Unauthorized',
    });
    expect(seen.set()?.size).toBe(2);
    token = await tokenOf('second');
    await api.create(path, secret('c'));
    await agree(seen, path);

    expect(seen.set()).toMatchObject({ phase: 'live', error: undefined });
    expect(seen.lists()).toBe(1);
  });

  it('that is throttled waits as long as the server requests', async () => {
    const token = tokens().throttled;
    const { namespace, path } = await readableBy('throttled', () => ({
      kind: 'User',
      name: 'throttled',
    }));
    await api.create(path, secret('a'));
    await answers(token, path, 200);
    const flows = '/apis/flowcontrol.apiserver.k8s.io/v1';
    const level = await api.create(`${flows}/prioritylevelconfigurations`, {
      metadata: { name: namespace },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 0,
          lendablePercent: 0,
          borrowingLimitPercent: 0,
          limitResponse: { type: 'Reject' },
        },
      },
    });
    await api.create(`${flows}/flowschemas`, {
      metadata: { name: namespace },
      spec: {
        priorityLevelConfiguration: { name: namespace },
        matchingPrecedence: 100,
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: 'throttled' } }],
            resourceRules: [
              {
                verbs: ['*'],
                apiGroups: ['*'],
                resources: ['*'],
                namespaces: ['*'],
                clusterScope: true,
              },
            ],
          },
        ],
      },
    });
    const theirs = apiOver(cluster.transport({ token }));
    const release = await occupied({
      user: { ...cluster.access, token },
      path,
      uid: String(level.metadata.uid),
      level: async () => (await theirs.ask(path)).headers.get(PRIORITY_LEVEL),
    });
    onTestFinished(release);

    const seen = observe(
      cluster.transport({ token }),
      { resource: secrets, namespace },
      { backOff },
    );
    await seen.until('the list is refused', () => isThrottled(seen.snapshots.at(-1)?.error));
    expect(seen.events.find((event) => event._tag === 'Interrupted')).toMatchObject({
      error: {
        code: 429,
        reason: '',
        serverMessage: 'a text of 43 characters instead of a Status',
        retryAfter: 1_000,
      },
      retryInMs: 1_000,
    });
    expect(seen.set()).toBeUndefined();
    release();
    await agree(seen, path);

    expect(seen.set()).toMatchObject({ phase: 'live', error: undefined });
    expect(seen.set()?.size).toBe(1);
  });
});
