// A user's program: the whole protocol as one pipe, from the packages alone. The type annotations that it needs are
// at the end.
import { createApiServer } from '@rxkube/apiserver';
import { type Observable, filter, map, pipe, take } from 'rxjs';
import {
  type CacheSnapshot,
  type Pod,
  cacheReduce,
  chunkedJson,
  listPages,
  nodeTransport,
  openWatch,
  pods,
  relistOn410,
  resumeFrom,
  watchEvents,
} from 'rxkube';

const server = createApiServer();
const { url } = await server.listen();
const transport = nodeTransport({ server: url });
const request = { resource: pods, namespace: 'shop' };
const acts = [
  () => server.store.create(pods, { metadata: { namespace: 'shop', name: 'web-1' } }),
  () => server.store.delete(pods, { namespace: 'shop', name: 'web-0' }),
];

server.store.create(pods, { metadata: { namespace: 'shop', name: 'web-0' } });

const snapshots = listPages(transport, request).pipe(
  resumeFrom((version) =>
    openWatch(transport, request, version, pipe(chunkedJson(), watchEvents(pods.codec))),
  ),
  relistOn410(),
  cacheReduce(),
);

const sets = snapshots.pipe(
  filter((snapshot) => snapshot.phase === 'live' && snapshot.changes.length > 0),
  map((snapshot) => [...snapshot.values()].map((pod) => pod.metadata.name)),
  take(1 + acts.length),
);

await sets.forEach((names) => {
  console.log(JSON.stringify(names));
  acts.shift()?.();
});

await transport.close();
await server.close();

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

true satisfies Same<typeof snapshots, Observable<CacheSnapshot<Pod>>>;
