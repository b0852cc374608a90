import { type ApiServer } from '@rxkube/apiserver';
import { type ApiRequest, configMaps } from '@rxkube/protocol';

import { type Origin } from './promises.js';

const namespace = 'x';

/** The controls of an API server for the promises of a transport. */
export function originOf(server: ApiServer): Origin {
  const requests: ApiRequest[] = [];
  server.requests.subscribe(({ request }) => {
    requests.push(request);
  });

  return {
    create: (name, text) => {
      const data = text === undefined ? {} : { data: { text } };
      server.store.create(configMaps, { metadata: { name, namespace }, ...data });

      return Promise.resolve();
    },
    textOf: (name) =>
      Promise.resolve(server.store.get(configMaps, { name, namespace })?.data?.['text']),
    watchers: () => Promise.resolve(server.watchers),
    requests: () => Promise.resolve(requests),
    endWatches: () => {
      server.faults.endWatches();

      return Promise.resolve();
    },
    cutWatches: () => {
      server.faults.cutWatches();

      return Promise.resolve();
    },
    cutNext: () => {
      server.faults.next({ cut: { afterBytes: 10 } });

      return Promise.resolve();
    },
  };
}
