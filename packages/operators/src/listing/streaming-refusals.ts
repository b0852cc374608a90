import { type KubeObject, type Resource } from '@rxkube/protocol';

import { type Transport } from '../transport.js';

/** Long enough to spare a server the request, short enough to notice an upgrade. Milliseconds. */
const REMEMBERED_FOR = 60 * 60 * 1_000;

/**
 * The resources that each server does not serve as streaming lists, with the time of the refusal.
 *
 * This is the only state that outlives a subscription. It is a fact about the server: a program with a hundred
 * subscriptions should learn it once. The garbage collector takes it with the transport.
 */
const refusals = new WeakMap<Transport, Map<string, number>>();

/** Records a refusal. */
export function recordRefusal<T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  now: number,
): void {
  const known = refusals.get(transport) ?? new Map<string, number>();
  refusals.set(transport, known);
  known.set(nameOf(resource), now);
}

/** Whether the server has refused such a stream within the last hour. */
export function isStreamRefused<T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  now: number,
): boolean {
  const at = refusals.get(transport)?.get(nameOf(resource));

  // The distance: a refusal must end even if the clock was set back.
  return at !== undefined && Math.abs(now - at) < REMEMBERED_FOR;
}

function nameOf<T extends KubeObject>({ group, version, plural }: Resource<T>): string {
  return `${group}/${version}/${plural}`;
}
