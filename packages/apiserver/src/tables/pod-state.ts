import { type Pod, podStatus } from '@rxkube/protocol';

import { type JsonObject } from '../objects/stored-object.js';
import { conditionOf, fieldAt, nameOf, numberAt, objectsAt, textAt } from './fields.js';
import { humanDuration } from './human-duration.js';

/** The state of a pod, as one row shows it. */
export interface PodState {
  readonly ready: number;
  readonly containers: number;
  readonly status: string;
  /** With the time since the last restart, if that is known. */
  readonly restarts: string;
}

/** The state of some containers of a pod. */
interface Findings {
  readonly ready: number;
  readonly restarts: Restarts;
}

interface Restarts {
  readonly count: number;
  /** Milliseconds since the epoch, or 0 if it is not known. */
  readonly last: number;
}

const NO_RESTARTS: Restarts = { count: 0, last: 0 };

/** Sums up a pod: its init containers up to the first that is not done, then its other containers. */
export function podState(pod: JsonObject, now: number): PodState {
  const sidecars = objectsAt(pod, 'spec', 'initContainers').filter(isSidecar).map(nameIn);
  const first = initFindings(pod, sidecars);
  const started = first.isDone || conditionOf(pod, 'Initialized') === 'True';
  const main = started ? mainFindings(pod) : undefined;
  const restarts = main === undefined ? first.restarts : sum(first.sidecars, main.restarts);
  const containers = objectsAt(pod, 'spec', 'containers').length + sidecars.length;

  return {
    ready: first.ready + (main?.ready ?? 0),
    containers,
    // A real server writes the first phase into each new pod. Only a bookmark has none.
    status: nameOf(pod) === '' ? textAt(pod, 'status', 'phase') : podStatus(pod as unknown as Pod),
    restarts:
      restarts.count === 0 || restarts.last === 0
        ? String(restarts.count)
        : `${String(restarts.count)} (${humanDuration(now - restarts.last)} ago)`,
  };
}

/** Sums up the init containers up to the first one that is not done. */
function initFindings(
  pod: JsonObject,
  sidecars: readonly string[],
): Findings & { readonly sidecars: Restarts; readonly isDone: boolean } {
  let ready = 0;
  let restarts = NO_RESTARTS;
  let ofSidecars = NO_RESTARTS;
  for (const container of objectsAt(pod, 'status', 'initContainerStatuses')) {
    const sidecar = sidecars.includes(nameIn(container));
    restarts = sum(restarts, restartsOf(container));
    if (sidecar) ofSidecars = sum(ofSidecars, restartsOf(container));
    const terminated = fieldAt(container, 'state', 'terminated');
    if (terminated !== undefined && numberAt(terminated, 'exitCode') === 0) continue;
    if (!sidecar || container['started'] !== true) {
      return { ready, restarts, sidecars: ofSidecars, isDone: false };
    }
    if (container['ready'] === true) ready += 1;
  }

  return { ready, restarts, sidecars: ofSidecars, isDone: true };
}

/** Sums up the containers. */
function mainFindings(pod: JsonObject): Findings {
  let ready = 0;
  let restarts = NO_RESTARTS;
  for (const container of objectsAt(pod, 'status', 'containerStatuses')) {
    restarts = sum(restarts, restartsOf(container));
    const isRunning =
      textAt(container, 'state', 'waiting', 'reason') === '' &&
      fieldAt(container, 'state', 'terminated') === undefined &&
      fieldAt(container, 'state', 'running') !== undefined;
    if (isRunning && container['ready'] === true) ready += 1;
  }

  return { ready, restarts };
}

function restartsOf(container: JsonObject): Restarts {
  const ended = textAt(container, 'lastState', 'terminated', 'finishedAt');

  return { count: numberAt(container, 'restartCount'), last: ended === '' ? 0 : Date.parse(ended) };
}

function sum(left: Restarts, right: Restarts): Restarts {
  return { count: left.count + right.count, last: Math.max(left.last, right.last) };
}

/** Whether an init container continues to run beside the others. */
function isSidecar(container: JsonObject): boolean {
  return container['restartPolicy'] === 'Always';
}

function nameIn(container: JsonObject): string {
  return textAt(container, 'name');
}
