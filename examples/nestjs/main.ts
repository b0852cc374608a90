/**
 * NestJS: one watch feeds any number of browsers, over server-sent events.
 *
 *   npm run nestjs       (in this folder, after `npm run build` in the one above), and in another terminal:
 *   curl -N http://127.0.0.1:3000/pods
 *
 * Each client gets the whole set first and then only what changes; one that comes late costs the API server nothing,
 * and one that vanishes leaves nothing behind. Ctrl-C ends all streams, then the process.
 */
import { createApiServer } from '@rxkube/apiserver';
import { pods } from '@rxkube/protocol';
import { nodeTransport } from '@rxkube/undici';
import { timer } from 'rxjs';

import { createApp } from './create-app.js';

const server = createApiServer();
const { url } = await server.listen();
// Without options it would go to the cluster that kubectl talks to.
const transport = nodeTransport({ server: url });

// Something to see: a job that goes through its phases, once a second.
const phases = ['Pending', 'Running', 'Succeeded'];
const spec = { nodeName: 'node-a', containers: [] };
server.store.create(pods, { metadata: { name: 'job' }, spec });
void timer(0, 1_000).forEach((second) => {
  const phase = phases[second % phases.length];
  server.store.patch(pods, { name: 'job' }, { status: { phase } });
});

const app = await createApp(transport);
app.enableShutdownHooks();
await app.listen(Number(process.env['PORT'] ?? 3_000), '127.0.0.1');
