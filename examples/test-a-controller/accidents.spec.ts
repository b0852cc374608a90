/**
 * A controller against a whole API server on virtual time: no cluster, no mocks of requests, and the accidents of a real
 * network on demand.
 *
 *   npm run test-a-controller       (in this folder, after `npm run build` in the one above)
 */
import { type Cluster, cluster } from '@rxkube/testing';
import { type ObjectFields, configMaps } from 'rxkube';
import { expect, it } from 'vitest';

import { publishWebsites } from './publish-websites.js';
import { type Website, websites } from './websites.js';

const home = { namespace: 'default', name: 'home' };
const MINUTE = 60_000;

function site(index: string): ObjectFields<Website> {
  return { metadata: home, spec: { pages: { index } } };
}

type Accident = readonly [name: string, cause: (server: Cluster['server']) => void, after?: string];

/** Each accident comes a minute after the one before, and the ConfigMap is right at the end of the minute. */
const accidents: readonly Accident[] = [
  ['a new website', ({ store }) => store.create(websites, site('hello')), 'hello'],
  ['a change', ({ store }) => store.update(websites, site('hi')), 'hi'],
  ['another client', ({ store }) => store.patch(configMaps, home, { data: { index: 'x' } }), 'hi'],
  ['a deletion', ({ store }) => store.delete(configMaps, home), 'hi'],
  [
    'refusals',
    ({ store, faults }) => {
      faults.next({ when: ({ method }) => method === 'PATCH', times: 2, answer: { status: 503 } });
      store.update(websites, site('again'));
    },
    'again',
  ],
  [
    'a successor during an outage, whose history is lost',
    (server) => {
      server.faults.cutWatches();
      server.store.delete(websites, home);
      server.store.create(websites, site('new'));
      server.trimHistory();
    },
    'new',
  ],
  [
    'a restart',
    (server) => {
      server.restart();
      server.store.delete(websites, home);
    },
  ],
];

it('publishes through all accidents, and leaves foreign objects alone', () => {
  cluster(
    ({ server, transport, time }) => {
      const { store } = server;
      store.create(configMaps, { metadata: { name: 'other' } });
      time.record(publishWebsites(transport), accidents.length * MINUTE);
      for (const [at, [name, cause, after]] of accidents.entries()) {
        time.at(at * MINUTE, () => {
          cause(server);
        });
        time.at((at + 1) * MINUTE - 1, () => {
          expect(store.get(configMaps, home)?.data?.['index'], name).toBe(after);
        });
      }
      time.run();
      expect(store.list(configMaps).map(({ metadata }) => metadata.name)).toEqual(['other']);
    },
    { resources: [websites] },
  );
});
