import { type KubeObject } from '@rxkube/protocol';

import { type Condition, conditionOf } from './condition.js';
import { conditionIn, hasObserved } from './observed.js';

/** The fields of Deployments, StatefulSets and DaemonSets that tell how far a rollout has come. */
interface Workload extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly serviceName?: string;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly partition?: number };
    };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly currentRevision?: string;
    readonly updateRevision?: string;
    readonly desiredNumberScheduled?: number;
    readonly updatedNumberScheduled?: number;
    readonly numberAvailable?: number;
  };
}

/**
 * The rollout of a Deployment, StatefulSet or DaemonSet has ended, by the rules of `kubectl rollout status`.
 *
 * It fails when the progress deadline of a Deployment is exceeded, and for a strategy without a rollout (`OnDelete`).
 *
 * @since 0.1.0
 */
export const isRolledOut: Condition<KubeObject> = conditionOf(
  'isRolledOut',
  (object) => {
    if (object === undefined || !hasObserved(object)) return false;
    const workload = object as Workload;
    // A controller that has not looked at the object yet has written no status.
    if (workload.status?.observedGeneration === undefined) return false;
    if (isManual(workload)) return false;
    if (isDaemonSet(workload)) return isDaemonSetDone(workload);

    return isStatefulSet(workload) ? isStatefulSetDone(workload) : isDeploymentDone(workload);
  },
  (object) => {
    if (object === undefined) return undefined;
    if (isManual(object)) return 'the update strategy is OnDelete, which has no rollout';
    const isLate =
      hasObserved(object) &&
      conditionIn(object, 'Progressing')?.reason === 'ProgressDeadlineExceeded';

    return isLate ? 'ProgressDeadlineExceeded' : undefined;
  },
);

function isManual({ spec }: Workload): boolean {
  return spec?.updateStrategy?.type === 'OnDelete';
}

/** Objects of a list have no kind, so the fields tell it. */
function isDaemonSet({ kind, status }: Workload): boolean {
  return kind === 'DaemonSet' || status?.desiredNumberScheduled !== undefined;
}

function isStatefulSet({ kind, spec }: Workload): boolean {
  return (
    kind === 'StatefulSet' || spec?.serviceName !== undefined || spec?.updateStrategy !== undefined
  );
}

function isDaemonSetDone({ status }: Workload): boolean {
  const desired = status?.desiredNumberScheduled ?? 0;

  return (
    (status?.updatedNumberScheduled ?? 0) >= desired && (status?.numberAvailable ?? 0) >= desired
  );
}

function isStatefulSetDone({ spec, status }: Workload): boolean {
  const replicas = spec?.replicas ?? 1;
  if ((status?.readyReplicas ?? 0) < replicas) return false;
  const partition = spec?.updateStrategy?.rollingUpdate?.partition ?? 0;
  if (partition > 0) return (status?.updatedReplicas ?? 0) >= replicas - partition;

  return status?.updateRevision === status?.currentRevision;
}

function isDeploymentDone({ spec, status }: Workload): boolean {
  const updated = status?.updatedReplicas ?? 0;

  return (
    updated >= (spec?.replicas ?? 1) &&
    (status?.replicas ?? 0) <= updated &&
    (status?.availableReplicas ?? 0) >= updated
  );
}
