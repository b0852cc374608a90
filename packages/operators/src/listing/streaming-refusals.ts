import { type KubeObject, type Resource } from '@rxkube/protocol';

import { type Transport } from '../transport.js';

/** Long enough to spare a server the question, short enough to notice that it was upgraded. Milliseconds. */
const REMEMBERED_FOR = 60 * 60 * 1_000;

/**
 * Which servers do not serve streaming lists of which resources.
 *
 * This is the one thing that outlives a subscription: whether a server can do it is a fact about the server, and a
 * program with a hundred subscriptions should learn it once. It is forgotten with the transport.
 */
const refusals = new WeakMap<Transport, Map<string, number>>();

/** Notes a refusal. */
export function noteRefusal<T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  now: number,
): void {
  const known = refusals.get(transport) ?? new Map<string, number>();
  refusals.set(transport, known);
  known.set(nameOf(resource), now);
}

/** Whether a refusal was noted within the last hour. */
export function isRefused<T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  now: number,
): boolean {
  const at = refusals.get(transport)?.get(nameOf(resource));

  // A clock that was set back must not make a refusal last for ever.
  return at !== undefined && Math.abs(now - at) < REMEMBERED_FOR;
}

function nameOf<T extends KubeObject>({ group, version, plural }: Resource<T>): string {
  return `${group}/${version}/${plural}`;
}
