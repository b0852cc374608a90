/**
 * Composing a pipe of your own: the stages of list-then-watch one by one, over real HTTP, with an operator that is
 * not ours between two of them.
 *
 *   npm run compose       (in this folder, after `npm run build` in the one above)
 *
 * It follows the pods that run. The server cannot select by a condition as we please, `where` can.
 */
import { createApiServer } from '@rxkube/apiserver';
import {
  cacheReduce,
  chunkedJson,
  listPages,
  openWatch,
  relistOn410,
  resumeFrom,
  watchEvents,
} from '@rxkube/operators';
import { pods } from '@rxkube/protocol';
import { nodeTransport } from '@rxkube/undici';
import { filter, pipe, take } from 'rxjs';

import { where } from './where.js';

const server = createApiServer();
const { url } = await server.listen();
const transport = nodeTransport({ server: url });

const namespace = 'shop';
server.store.create(pods, { metadata: { namespace, name: 'web-0' }, status: { phase: 'Running' } });
server.store.create(pods, { metadata: { namespace, name: 'web-1' }, status: { phase: 'Pending' } });

const request = { resource: pods, namespace };
const running$ = listPages(transport, request, { pageSize: 1 }).pipe(
  resumeFrom((version) =>
    openWatch(transport, request, version, pipe(chunkedJson(), watchEvents(pods.codec))),
  ),
  relistOn410(),
  where((pod) => pod.status?.phase === 'Running'),
  cacheReduce(),
);

/** The actions of the cluster, one after each snapshot. */
const acts = [
  { name: 'web-1', phase: 'Running' },
  { name: 'web-0', phase: 'Failed' },
  { name: 'web-0', phase: 'Running' },
];

await running$
  .pipe(
    filter((snapshot) => snapshot.phase === 'live'),
    take(acts.length + 1),
  )
  .forEach((snapshot) => {
    console.log(
      `running at ${String(snapshot.resourceVersion)}: ${[...snapshot.keys()].join(', ')}`,
    );

    const act = acts.shift();
    if (act !== undefined) {
      const { name, phase } = act;
      server.store.patch(pods, { namespace, name }, { status: { phase } });
    }
  });

await transport.close();
await server.close();
