// The same from CommonJS: the packages are ES modules, which Node has let programs require since 20.19.
import apiserver = require('@rxkube/apiserver');
import rxjs = require('rxjs');
import rxkube = require('rxkube');

const { pods } = rxkube;

async function main(): Promise<void> {
  const server = apiserver.createApiServer();
  const { url } = await server.listen();
  const transport = rxkube.nodeTransport({ server: url });
  const request = { resource: pods, namespace: 'shop' };
  const acts = [
    () => server.store.create(pods, { metadata: { namespace: 'shop', name: 'web-1' } }),
    () => server.store.delete(pods, { namespace: 'shop', name: 'web-0' }),
  ];

  server.store.create(pods, { metadata: { namespace: 'shop', name: 'web-0' } });

  const snapshots = rxkube.listPages(transport, request).pipe(
    rxkube.resumeFrom((version) =>
      rxkube.openWatch(
        transport,
        request,
        version,
        rxjs.pipe(rxkube.chunkedJson(), rxkube.watchEvents(pods.codec)),
      ),
    ),
    rxkube.relistOn410(),
    rxkube.cacheReduce(),
  );

  const sets = snapshots.pipe(
    rxjs.filter((snapshot) => snapshot.phase === 'live' && snapshot.changes.length > 0),
    rxjs.map((snapshot) => [...snapshot.values()].map((pod) => pod.metadata.name)),
    rxjs.take(1 + acts.length),
  );

  await sets.forEach((names) => {
    console.log(JSON.stringify(names));
    acts.shift()?.();
  });

  await transport.close();
  await server.close();
}

void main();
