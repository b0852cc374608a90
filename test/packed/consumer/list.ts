// A user's program against a separate server. It prints the names of the pods. The server's address is the argument.
import { last, map } from 'rxjs';
import { cacheReduce, listPages, nodeTransport, pods } from 'rxkube';

const [, , server = ''] = process.argv;
const transport = nodeTransport({ server });

for (const name of ['web-1', 'web-0']) {
  await fetch(`${server}/api/v1/namespaces/shop/pods`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      metadata: { name },
      spec: { containers: [{ name: 'web', image: 'web' }] },
    }),
  });
}

const names = listPages(transport, { resource: pods, namespace: 'shop' }).pipe(
  cacheReduce(),
  last(),
  map((snapshot) => [...snapshot.values()].map((pod) => pod.metadata.name)),
);

await names.forEach((all) => {
  console.log(all.join('\n'));
});

await transport.close();
