import { isJsonObject } from '../objects/json-object.js';
import { type StoredObject } from '../objects/stored-object.js';

/** Seconds that a pod is given where nobody says: the default of `terminationGracePeriodSeconds`. */
const DEFAULT_GRACE = 30;

/** Seconds that an object is given for its end. Where no node runs it, nobody has to end it. */
export function gracePeriodOf(
  { spec, status }: StoredObject,
  gracePeriodSeconds: number | undefined,
): number {
  const { nodeName, terminationGracePeriodSeconds } = isJsonObject(spec) ? spec : {};
  const phase = isJsonObject(status) ? status['phase'] : undefined;
  if (typeof nodeName !== 'string' || nodeName === '') return 0;
  if (phase === 'Succeeded' || phase === 'Failed') return 0;
  if (gracePeriodSeconds !== undefined) return gracePeriodSeconds;

  return typeof terminationGracePeriodSeconds === 'number'
    ? terminationGracePeriodSeconds
    : DEFAULT_GRACE;
}
