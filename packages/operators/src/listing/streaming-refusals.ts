import { type KubeObject, type Resource } from '@rxkube/protocol';

import { type Transport } from '../transport.js';
import { ServerMemory } from '../watching/server-memory.js';

/** Long enough to spare a server the request, short enough to notice an upgrade. Milliseconds. */
const REMEMBERED_FOR = 60 * 60 * 1_000;

/** The resources that each server does not serve as streaming lists, with the time of the refusal. */
const refusals = new ServerMemory<number>();

/** Records a refusal. */
export function recordRefusal<T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  now: number,
): void {
  refusals.set(transport, resource, now);
}

/** Whether the server has refused such a stream within the last hour. */
export function isStreamRefused<T extends KubeObject>(
  transport: Transport,
  resource: Resource<T>,
  now: number,
): boolean {
  const at = refusals.get(transport, resource);

  // The distance: a refusal must end even if the clock was set back.
  return at !== undefined && Math.abs(now - at) < REMEMBERED_FOR;
}
