/** Lists over HTTP/2 and leaves its transport open, for a process of its own. Its argument: options as JSON. */
import { type NodeTransportOptions, nodeTransport } from '@rxkube/undici';

import { ask } from './transport-requests.js';

const options = JSON.parse(process.argv[2] ?? '') as NodeTransportOptions;
const { text } = await ask(nodeTransport({ ...options, http2: true }));
process.stdout.write(text);
