import { json } from 'node:stream/consumers';

import { type Asker } from '../support/held-request.js';
import { PRIORITY_LEVEL, occupied } from '../support/occupied.js';
import { type Contender, documented } from './contender.js';
import { SECRETS } from './drafts.js';

/** Gives one user a priority level in which there is no room until what it gives is called, or for a minute. */
export async function throttle(send: Contender['send'], user: Asker): Promise<() => Promise<void>> {
  const make = async (path: string, document: object): Promise<void> => {
    const answer = await send(documented('POST', path, document));
    answer.resume();
    // A second attempt finds what the first one has made.
    if (answer.statusCode !== 201 && answer.statusCode !== 409) {
      throw new Error(`POST ${path}: ${String(answer.statusCode)}`);
    }
  };
  const flows = '/apis/flowcontrol.apiserver.k8s.io/v1';
  const none = { nominalConcurrencyShares: 0, lendablePercent: 0, borrowingLimitPercent: 0 };
  const everything = {
    resourceRules: [
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true },
    ],
    subjects: [{ kind: 'User', user: { name: 'throttled' } }],
  };
  await make(`${flows}/prioritylevelconfigurations`, {
    metadata: { name: 'none' },
    spec: { type: 'Limited', limited: { ...none, limitResponse: { type: 'Reject' } } },
  });
  await make(`${flows}/flowschemas`, {
    metadata: { name: 'none' },
    spec: {
      priorityLevelConfiguration: { name: 'none' },
      matchingPrecedence: 100,
      rules: [everything],
    },
  });
  await make('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'throttled' },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'cluster-admin',
    },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'throttled' }],
  });
  const path = SECRETS.replace('<ns>', 'default');
  const made = await send(documented('GET', `${flows}/prioritylevelconfigurations/none`));
  const level = (await json(made)) as { readonly metadata: { readonly uid: string } };
  const headers = { authorization: `Bearer ${user.token}` };
  const release = await occupied({
    user,
    path,
    uid: level.metadata.uid,
    level: async () => {
      const answer = await send({ method: 'GET', path, headers });
      answer.resume();

      return answer.headers[PRIORITY_LEVEL] as string | undefined;
    },
  });

  return async () => {
    release();
    await Promise.resolve();
  };
}
