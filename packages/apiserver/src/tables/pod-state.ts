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
  readonly status: string | undefined;
  readonly ready: number;
  readonly restarts: Restarts;
}

interface Restarts {
  readonly count: number;
  /** Milliseconds since the epoch, or 0 if it is not known. */
  readonly last: number;
}

const NO_RESTARTS: Restarts = { count: 0, last: 0 };

/**
 * Sums up a pod. Its deletion comes first, then init containers that are not done, then its other
 * containers.
 */
export function podState(pod: JsonObject, now: number): PodState {
  const sidecars = objectsAt(pod, 'spec', 'initContainers').filter(isSidecar).map(nameIn);
  // A real server writes the first phase into each new pod. Only a bookmark has none.
  const phase = textAt(pod, 'status', 'phase') || (nameOf(pod) === '' ? '' : 'Pending');
  const gated = objectsAt(pod, 'status', 'conditions').some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  const own = gated ? 'SchedulingGated' : textAt(pod, 'status', 'reason') || phase;
  const first = initFindings(pod, sidecars);
  const started = first.status === undefined || conditionOf(pod, 'Initialized') === 'True';
  const main = started ? mainFindings(pod, first.status ?? own) : undefined;
  const status = main?.status ?? first.status ?? own;
  const restarts = main === undefined ? first.restarts : sum(first.sidecars, main.restarts);
  const containers = objectsAt(pod, 'spec', 'containers').length + sidecars.length;

  return {
    ready: first.ready + (main?.ready ?? 0),
    containers,
    status: ending(pod, phase) ?? status,
    restarts:
      restarts.count === 0 || restarts.last === 0
        ? String(restarts.count)
        : `${String(restarts.count)} (${humanDuration(now - restarts.last)} ago)`,
  };
}

/** Sums up the init containers. The first one that is not done decides the status. */
function initFindings(
  pod: JsonObject,
  sidecars: readonly string[],
): Findings & { readonly sidecars: Restarts } {
  const all = objectsAt(pod, 'status', 'initContainerStatuses');
  const total = objectsAt(pod, 'spec', 'initContainers').length;
  let ready = 0;
  let restarts = NO_RESTARTS;
  let ofSidecars = NO_RESTARTS;
  for (const [at, container] of all.entries()) {
    const sidecar = sidecars.includes(nameIn(container));
    restarts = sum(restarts, restartsOf(container));
    if (sidecar) ofSidecars = sum(ofSidecars, restartsOf(container));
    const terminated = fieldAt(container, 'state', 'terminated');
    if (terminated !== undefined && numberAt(terminated, 'exitCode') === 0) continue;
    if (sidecar && container['started'] === true) {
      if (container['ready'] === true) ready += 1;
      continue;
    }
    const waiting = textAt(container, 'state', 'waiting', 'reason');
    const status =
      terminated !== undefined
        ? exitOf(terminated)
        : waiting !== '' && waiting !== 'PodInitializing'
          ? waiting
          : `${String(at)}/${String(total)}`;

    return { status: `Init:${status}`, ready, restarts, sidecars: ofSidecars };
  }

  return { status: undefined, ready, restarts, sidecars: ofSidecars };
}

/**
 * Sums up the containers. The first one that waits or has ended decides, unless another one still
 * runs.
 */
function mainFindings(pod: JsonObject, before: string): Findings {
  let status = before;
  let failure = '';
  let ready = 0;
  let restarts = NO_RESTARTS;
  for (const container of objectsAt(pod, 'status', 'containerStatuses').toReversed()) {
    restarts = sum(restarts, restartsOf(container));
    const waiting = textAt(container, 'state', 'waiting', 'reason');
    const terminated = fieldAt(container, 'state', 'terminated');
    if (waiting !== '') {
      status = waiting;
    } else if (terminated !== undefined) {
      status = exitOf(terminated);
      if (numberAt(terminated, 'exitCode') !== 0) failure = status;
    } else if (
      container['ready'] === true &&
      fieldAt(container, 'state', 'running') !== undefined
    ) {
      ready += 1;
    }
  }
  if (status === 'Completed') {
    if (ready > 0 && conditionOf(pod, 'Ready') === 'True') status = 'Running';
    else if (failure !== '') status = failure;
    else if (ready > 0) status = 'NotReady';
  }

  return { status, ready, restarts };
}

/** Returns the status of a pod that is being deleted. */
function ending(pod: JsonObject, phase: string): string | undefined {
  if (fieldAt(pod, 'metadata', 'deletionTimestamp') === undefined) return undefined;
  if (textAt(pod, 'status', 'reason') === 'NodeLost') return 'Unknown';

  return phase === 'Succeeded' || phase === 'Failed' ? undefined : 'Terminating';
}

function exitOf(terminated: unknown): string {
  const reason = textAt(terminated, 'reason');
  if (reason !== '') return reason;
  const signal = numberAt(terminated, 'signal');

  return signal === 0
    ? `ExitCode:${String(numberAt(terminated, 'exitCode'))}`
    : `Signal:${String(signal)}`;
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
