import { within } from '../support/within.js';
import { type Contender, documented } from './contender.js';

/** Gives one user a priority level in which there is no room. */
export async function throttle(send: Contender['send'], token: string): Promise<void> {
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
  const ask = async (query: string): Promise<number | undefined> => {
    const asked = documented('GET', `/api/v1/namespaces/default/secrets${query}`);
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const answer = await send({ ...asked, headers });
    answer.resume();

    return answer.statusCode;
  };
  await within(60_000, 'the user is throttled', async () => {
    // Even such a level runs one request at a time; this one waits for a version for three seconds.
    for (let more = 2; more > 0; more -= 1) void ask('?resourceVersion=999999999');

    return (await ask('')) === 429 ? true : undefined;
  });
}
