/** One replica of the example, in a process of its own. It prints a line for each write. */
import { writes } from '@rxkube/control';
import { nodeTransport } from '@rxkube/undici';
import { configMaps } from 'rxkube';
import { fromEvent } from 'rxjs';

import { replica } from '../../../examples/replicas/replica.js';

const { SERVER = '', CA = '', TOKEN = '', NAMESPACE = '', IDENTITY = '' } = process.env;
const transport = nodeTransport({ server: SERVER, ca: CA, token: TOKEN });
const { patch } = writes(transport);

replica(transport, {
  namespace: NAMESPACE,
  name: 'replicas',
  identity: IDENTITY,
  resource: configMaps,
  shards: 12,
  stop: fromEvent(process, 'SIGTERM'),
  times: { leaseDuration: 3_000, renewDeadline: 2_000, retryPeriod: 500 },
  handle: ({ object }, term, shard) => {
    const { wanted, done } = object?.metadata.annotations ?? {};
    if (object === undefined || wanted === undefined || wanted === done || !term.holds()) {
      return undefined;
    }
    console.log(`${String(Date.now())} ${String(shard)} ${String(term.transitions)}`);
    const annotations = { done: wanted, by: IDENTITY };

    return patch(configMaps, object.metadata, { merge: { metadata: { annotations } } });
  },
}).subscribe({
  error: (error: unknown) => {
    console.error(error);
  },
  complete: () => {
    void transport.close();
  },
});
