import { type KubeObject } from '@rxkube/protocol';

/** One condition of a status. */
export interface StatusCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly observedGeneration?: number | undefined;
}

/** An object whose status may have conditions. */
export interface Conditioned extends KubeObject {
  readonly status?:
    | {
        readonly phase?: string;
        readonly observedGeneration?: number;
        readonly conditions?: readonly StatusCondition[];
      }
    | undefined;
}

/** Returns a condition of the status of an object. */
export function conditionIn(
  object: KubeObject | undefined,
  type: string,
): StatusCondition | undefined {
  // Objects have such a status, or none.
  return (object as Conditioned | undefined)?.status?.conditions?.find(
    (condition) => condition.type === type,
  );
}

/** Returns whether a status is about the newest spec. Kinds without `observedGeneration` have no older one. */
export function hasObserved(object: KubeObject | undefined, generation?: number): boolean {
  if (object === undefined) return false;
  const observed = generation ?? (object as Conditioned).status?.observedGeneration;

  return observed === undefined || observed >= (object.metadata.generation ?? 0);
}
