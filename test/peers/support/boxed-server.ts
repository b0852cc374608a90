import {
  type ApiServer,
  type ApiServerOptions,
  type Listening,
  createApiServer,
} from '@rxkube/apiserver';
import { pods } from '@rxkube/protocol';

/** The API server in a box as its clients meet it: on a port, which it can lose. */
export interface BoxedServer {
  readonly server: ApiServer;
  readonly url: string;
  /** The requests for all pods, in order. */
  readonly asked: readonly ('list' | 'stream' | 'watch')[];
  /** The version of each pod, by `namespace/name`. */
  readonly pods: () => Readonly<Record<string, string>>;
  /** Ends at once, runs `work`, and restarts on the same port with an empty watch cache. */
  readonly restart: (work: () => void) => Promise<void>;
}

export async function boxedServer(options: ApiServerOptions = {}): Promise<BoxedServer> {
  const server = createApiServer(options);
  const asked: ('list' | 'stream' | 'watch')[] = [];
  server.requests.subscribe(({ request: { path, query } }) => {
    if (path !== '/api/v1/pods') return;
    if (query['watch'] === undefined) asked.push('list');
    else asked.push(query['sendInitialEvents'] === 'true' ? 'stream' : 'watch');
  });
  let port: Listening = await server.listen();

  return {
    server,
    url: port.url,
    asked,
    pods: () =>
      Object.fromEntries(
        server.store
          .list(pods)
          .map(({ metadata: { namespace = '', name, resourceVersion = '' } }) => [
            `${namespace}/${name}`,
            resourceVersion,
          ]),
      ),
    restart: async (work) => {
      await port.close();
      server.restart();
      work();
      port = await server.listen({ port: port.port });
    },
  };
}
