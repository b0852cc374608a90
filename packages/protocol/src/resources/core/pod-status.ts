import { isRecord } from '../../objects/record.js';
import { type Pod } from './pods.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the state of a pod in one word, as `kubectl get pods` shows it under STATUS.
 *
 * ```text
 * Pending  Running  Init:1/2  CrashLoopBackOff  Completed  Evicted  Terminating
 * ```
 *
 * A deletion comes first, then the init container that is not done, then the first container that waits or has ended.
 * Fields that are missing or of another type count as empty.
 *
 * @since 0.1.0
 */
export function podStatus(pod: Pod): string {
  const { spec, status } = fieldsOf(pod);
  const { phase, reason } = fieldsOf(status);
  const conditions = itemsOf(fieldsOf(status)['conditions']);
  const whole = textOf(phase) || 'Pending';
  const isGated = conditions.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  const deletion = deletionStatus(pod, whole, reason);
  if (deletion !== undefined) return deletion;
  const own = isGated ? 'SchedulingGated' : textOf(reason) || whole;
  const first = initStatus(fieldsOf(spec), fieldsOf(status));
  if (first !== undefined && !isTrue(conditions, 'Initialized')) return first;

  return containerStatus(itemsOf(fieldsOf(status)['containerStatuses']), conditions, first ?? own);
}

function deletionStatus(pod: Pod, phase: string, reason: unknown): string | undefined {
  if (fieldsOf(pod.metadata)['deletionTimestamp'] === undefined) return undefined;
  if (reason === 'NodeLost') return 'Unknown';

  return phase === 'Succeeded' || phase === 'Failed' ? undefined : 'Terminating';
}

/** Returns the status of the first init container that is not done. A sidecar is done when it has started. */
function initStatus(spec: Fields, status: Fields): string | undefined {
  const containers = itemsOf(spec['initContainers']);
  const sidecars = containers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const [at, container] of itemsOf(status['initContainerStatuses']).entries()) {
    const { waiting, terminated } = fieldsOf(container['state']);
    if (isRecord(terminated) && exitCodeOf(terminated) === 0) continue;
    const isSidecar = sidecars.some(({ name }) => textOf(name) === textOf(container['name']));
    if (isSidecar && container['started'] === true) continue;
    if (terminated !== undefined) return `Init:${endOf(fieldsOf(terminated))}`;
    const reason = textOf(fieldsOf(waiting)['reason']);

    return reason !== '' && reason !== 'PodInitializing'
      ? `Init:${reason}`
      : `Init:${String(at)}/${String(containers.length)}`;
  }

  return undefined;
}

/** Returns the status of the first container that waits or has ended, unless another one still runs. */
function containerStatus(
  containers: readonly Fields[],
  conditions: readonly Fields[],
  before: string,
): string {
  let status = before;
  let failure = '';
  let isRunning = false;
  for (const container of [...containers].reverse()) {
    const { waiting, terminated, running } = fieldsOf(container['state']);
    const reason = textOf(fieldsOf(waiting)['reason']);
    if (reason !== '') status = reason;
    else if (terminated !== undefined) {
      status = endOf(fieldsOf(terminated));
      if (exitCodeOf(fieldsOf(terminated)) !== 0) failure = status;
    } else if (container['ready'] === true && running !== undefined) isRunning = true;
  }
  if (status !== 'Completed') return status;
  if (isRunning && isTrue(conditions, 'Ready')) return 'Running';
  if (failure !== '') return failure;

  return isRunning ? 'NotReady' : status;
}

/** Returns how a container ended. */
function endOf(terminated: Fields): string {
  const reason = textOf(terminated['reason']);
  if (reason !== '') return reason;
  const { signal } = terminated;

  return typeof signal === 'number' && signal !== 0
    ? `Signal:${String(signal)}`
    : `ExitCode:${String(exitCodeOf(terminated))}`;
}

function exitCodeOf({ exitCode }: Fields): number {
  return typeof exitCode === 'number' ? exitCode : 0;
}

function isTrue(conditions: readonly Fields[], type: string): boolean {
  return conditions.find((condition) => condition['type'] === type)?.['status'] === 'True';
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
