import { setTimeout as sleep } from 'node:timers/promises';

import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';

import { type Peer } from './peer.js';

/** Milliseconds after which the informer is started again: it leaves that to its user. */
const AGAIN = 200;

/** The options to reach a server without TLS. */
export function configOf(server: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: 'box', server, skipTLSVerify: true }, // else it refuses http:
    { name: 'anybody' },
  );

  return config;
}

/** The informer of `@kubernetes/client-node`, started again on each error as its documentation says. */
export async function clientNode(url: string): Promise<Peer> {
  const config = configOf(url);
  const api = config.makeApiClient(CoreV1Api);
  const informer = makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
  let closed = false;
  informer.on('error', () => {
    void sleep(AGAIN).then(() => (closed ? undefined : informer.start()));
  });
  await informer.start();

  return {
    pods: () =>
      Promise.resolve(
        Object.fromEntries(
          informer
            .list()
            .map(({ metadata: { namespace = '', name = '', resourceVersion = '' } = {} }) => [
              `${namespace}/${name}`,
              resourceVersion,
            ]),
        ),
      ),
    close: () => {
      closed = true;

      return informer.stop();
    },
  };
}
