import { cluster } from '@rxkube/testing';
import { configMaps } from 'rxkube';
import { expect, it } from 'vitest';

import { publishWebsites } from './publish-websites.js';
import { websites } from './websites.js';

const home = { metadata: { namespace: 'default', name: 'home' }, spec: { pages: { a: 'hi' } } };

it('publishes a website, and repairs the changes of another client', () => {
  cluster(
    ({ server: { store }, transport, time }) => {
      store.create(websites, home);
      time.record(publishWebsites(transport), 60_000);
      time.at(1_000, () => store.patch(configMaps, home.metadata, { data: { a: 'x' } }));
      time.run();
      expect(store.get(configMaps, home.metadata)?.data).toEqual({ a: 'hi' });
    },
    { resources: [websites] },
  );
});
