import { type Observable, defer, from, of } from 'rxjs';

import { type Connections } from './connections.js';

/** Connections whose code is loaded when the first request needs it. */
export interface LazyConnections extends Connections {
  /** Emits once, when the other functions can be used. After the first time it emits synchronously. */
  readonly opened: Observable<void>;
}

/** Opens connections when `opened` is subscribed for the first time. Before that there is nothing to renew or end. */
export function lazyConnections(open: () => Promise<Connections>): LazyConnections {
  let connections: Connections | undefined;
  let opening: Promise<Connections> | undefined;

  async function openOnce(): Promise<void> {
    opening ??= open();
    connections = await opening;
  }

  return {
    opened: defer(() => (connections === undefined ? from(openOnce()) : of(undefined))),
    acquire: (use) => {
      if (connections === undefined) throw new Error('`opened` must emit before `acquire`');

      return connections.acquire(use);
    },
    takeUpCertificates: () => connections?.takeUpCertificates() ?? 0,
    renewCertificates: (refused) => connections?.renewCertificates(refused) ?? false,
    replace: (use) => {
      connections?.replace(use);
    },
    shut: async () => {
      await (await opening)?.shut();
    },
  };
}
