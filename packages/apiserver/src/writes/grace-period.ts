import { isJsonObject } from '../objects/json-object.js';
import { type StoredObject } from '../objects/stored-object.js';

/** The default of `terminationGracePeriodSeconds`. */
const DEFAULT_GRACE = 30;

/** Returns the seconds that an object gets for its end. A pod that no node runs gets none. */
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
