import { randomUUID } from 'node:crypto';

import { type KubeObject } from '@rxkube/protocol';
import {
  type ClusterAccess,
  type NodeTransport,
  type NodeTransportOptions,
  nodeTransport,
} from '@rxkube/undici';

import { type Api, type Asked, type RawList, apiOver } from './api.js';
import { type Observed } from './observed.js';
import { shows } from './shows.js';

/** A cluster as the scenarios use it. */
export interface Cluster {
  /** The requests that scenarios send as an administrator. */
  readonly api: Api;
  /** How the administrator comes to it. */
  readonly access: Omit<ClusterAccess, 'namespace'>;
  /** A transport for the pipe, by default as the administrator; it is closed with the cluster. */
  readonly transport: (options?: Partial<NodeTransportOptions>) => NodeTransport;
  /** Creates a namespace for one test. The cluster deletes it at the end if it has a controller for that. */
  readonly namespace: (purpose: string) => Promise<string>;
  /** Waits until the pipe shows what a list shows that is asked for now, over another connection. */
  readonly agree: <T extends KubeObject>(
    observed: Observed<T>,
    path: string,
    asked?: Asked,
  ) => Promise<RawList>;
  readonly close: () => Promise<void>;
}

export function clusterAt(access: Omit<ClusterAccess, 'namespace'>): Cluster {
  const namespaces: string[] = [];
  const opened: NodeTransport[] = [];
  const transport = (options: Partial<NodeTransportOptions> = {}): NodeTransport => {
    const made = nodeTransport({ ...access, ...options });
    opened.push(made);

    return made;
  };
  const api = apiOver(transport({ maxLists: 16 }));

  return {
    api,
    access,
    transport,
    namespace: async (purpose) => {
      const name = `rxkube-${purpose}-${randomUUID().slice(0, 8)}`;
      await api.create('/api/v1/namespaces', { metadata: { name } });
      namespaces.push(name);

      return name;
    },
    agree: async (observed, path, asked) => {
      const other = transport();
      const list = await apiOver(other).list(path, asked);
      await other.close();
      await observed.until(`the snapshot shows ${path} as it is`, () =>
        shows(observed.set(), list),
      );

      return list;
    },
    close: async () => {
      await Promise.allSettled(namespaces.map((name) => api.remove(`/api/v1/namespaces/${name}`)));
      await Promise.all(opened.map((one) => one.close()));
    },
  };
}
