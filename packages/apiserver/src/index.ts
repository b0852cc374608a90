// The server
export { type ApiServer, createApiServer } from './api-server.js';
export { type ApiServerOptions } from './api-server-options.js';
export { type SeenRequest } from './exchange.js';
export { type AcceptedToken } from './requests/authenticate.js';
export { type ShutdownOptions } from './shutdown.js';
export { type ListenOptions, type Listening } from './http/listening.js';

// Its objects
export { type Store } from './store.js';
export { type NamespaceRule } from './writes/namespaces.js';
export { type WriteOptions } from './writes/write-options.js';

// Faults
export { type BodyPoint, type Fault, type FaultAnswer } from './faults/fault.js';
export { type Faults } from './faults/fault-list.js';

// Chance
export { seededRandom } from './seeded-random.js';

// A rollout to look at
export { demoRollout } from './demo/demo-rollout.js';
