/**
 * A program that sends a request with a credential plugin, for a process of its own. Its arguments: a kubeconfig, and
 * the milliseconds after which it ends by itself (0 for never).
 */
import { kubeconfig, nodeTransport } from '@rxkube/undici';

import { listOf } from './transport-requests.js';

const [, , file = '', lifetime = '0'] = process.argv;
nodeTransport(kubeconfig({ file }))(listOf()).subscribe({ error: () => undefined });
setTimeout(() => process.exit(0), lifetime === '0' ? 60_000 : Number(lifetime));
