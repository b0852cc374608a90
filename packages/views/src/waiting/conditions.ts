import { type KubeObject } from '@rxkube/protocol';

import { type Condition, conditionOf } from './condition.js';
import { type Conditioned, conditionIn, hasObserved } from './observed.js';

/** The object exists. @since 0.1.0 */
export const exists: Condition<KubeObject> = conditionOf(
  'exists',
  (object) => object !== undefined,
);

/**
 * The object is gone from a complete set.
 *
 * @param uid The object with this uid is gone; another one may have its name.
 * @since 0.1.0
 */
export function isGone(uid?: string): Condition<KubeObject, undefined> {
  return conditionOf(
    'isGone',
    (object) => object === undefined || (uid !== undefined && object.metadata.uid !== uid),
  );
}

/** The condition `Ready` is true. A pod that has ended never becomes ready. @since 0.1.0 */
export const isReady: Condition<KubeObject> = conditionOf(
  'isReady',
  (object) => conditionIn(object, 'Ready')?.status === 'True',
  (object) => {
    const phase = (object as Conditioned | undefined)?.status?.phase;

    return phase === 'Succeeded' || phase === 'Failed' ? `the pod has ended: ${phase}` : undefined;
  },
);

/** A Deployment is available. It fails when its progress deadline is exceeded. @since 0.1.0 */
export const isAvailable: Condition<KubeObject> = conditionOf(
  'isAvailable',
  (object) => hasObserved(object) && conditionIn(object, 'Available')?.status === 'True',
  whyNotProgressing,
);

/** A Job is complete. It fails when the Job has failed. @since 0.1.0 */
export const isJobComplete: Condition<KubeObject> = conditionOf(
  'isJobComplete',
  (object) => conditionIn(object, 'Complete')?.status === 'True',
  (object) => {
    const failed = conditionIn(object, 'Failed');

    return failed?.status === 'True' ? (failed.reason ?? 'the Job has failed') : undefined;
  },
);

/** A CustomResourceDefinition is served. It fails when its names are not accepted. @since 0.1.0 */
export const isEstablished: Condition<KubeObject> = conditionOf(
  'isEstablished',
  (object) => conditionIn(object, 'Established')?.status === 'True',
  (object) => {
    const accepted = conditionIn(object, 'NamesAccepted');

    return accepted?.status === 'False' ? (accepted.reason ?? 'names not accepted') : undefined;
  },
);

/**
 * A condition of the status has a value. A status of an earlier generation does not count.
 *
 * @since 0.1.0
 */
export function hasCondition(type: string, status = 'True'): Condition<KubeObject> {
  return conditionOf(`hasCondition(${type}, ${status})`, (object) => {
    const condition = conditionIn(object, type);

    return condition?.status === status && hasObserved(object, condition.observedGeneration);
  });
}

/** All conditions are met. It fails when one of them does. @since 0.1.0 */
export function all<T>(...conditions: readonly Condition<T>[]): Condition<T> {
  return conditionOf(
    `all(${namesOf(conditions)})`,
    (object) => conditions.every((condition) => condition(object)),
    (object) => reasonsOf(conditions, object)[0],
  );
}

/** At least one condition is met. It fails when all of them do. @since 0.1.0 */
export function any<T>(...conditions: readonly Condition<T>[]): Condition<T> {
  return conditionOf(
    `any(${namesOf(conditions)})`,
    (object) => conditions.some((condition) => condition(object)),
    (object) => {
      const reasons = reasonsOf(conditions, object);

      return reasons.length === conditions.length ? reasons.join('; ') : undefined;
    },
  );
}

/** The condition is not met. It never fails. @since 0.1.0 */
export function not<T>(condition: Condition<T>): Condition<T> {
  return conditionOf(`not(${condition.name})`, (object) => !condition(object));
}

/** Returns why a Deployment makes no progress any more. */
function whyNotProgressing(object: KubeObject | undefined): string | undefined {
  const progressing = conditionIn(object, 'Progressing');

  return hasObserved(object) && progressing?.reason === 'ProgressDeadlineExceeded'
    ? 'ProgressDeadlineExceeded'
    : undefined;
}

function namesOf(conditions: readonly { readonly name: string }[]): string {
  return conditions.map(({ name }) => name).join(', ');
}

function reasonsOf<T>(
  conditions: readonly Condition<T>[],
  object: T | undefined,
): readonly string[] {
  return conditions
    .map((condition) => condition.failed?.(object))
    .filter((reason) => reason !== undefined);
}
