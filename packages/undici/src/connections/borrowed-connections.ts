import { type Dispatcher } from 'undici';

import { type Connections } from './connections.js';

/** The connections of a dispatcher that belongs to the program: used, and neither renewed nor closed. */
export function borrowedConnections(dispatcher: Dispatcher): Connections {
  return {
    lend: () => ({ dispatcher, start: () => false, release: () => undefined }),
    generation: () => 0,
    renewed: () => false,
    shut: () => Promise.resolve(),
  };
}
