import { type StoredObject } from '../objects/stored-object.js';
import { type ServedResource } from '../resources/served-resource.js';

/** Whether a deletion waits for the objects that the deleted one owns, or leaves them. */
export type Propagation = 'Foreground' | 'Background' | 'Orphan';

/** The finalizers by which an object waits for the garbage collector. */
const FINALIZERS = { Foreground: 'foregroundDeletion', Orphan: 'orphan' } as const;

/** Returns the finalizers of an object that is being deleted. The garbage collector later removes its own. */
export function finalizersOfDeletion(
  { group, plural }: ServedResource,
  { metadata: { finalizers = [] } }: StoredObject,
  propagation: Propagation | undefined,
): readonly string[] {
  const own: readonly string[] = Object.values(FINALIZERS);
  // Clients of batch/v1 that name no policy expect that the pods stay.
  const fallback = group === 'batch' && plural === 'jobs' ? 'Orphan' : undefined;
  if (propagation === undefined && finalizers.some((name) => own.includes(name))) return finalizers;
  const policy = propagation ?? fallback;
  if (policy === undefined) return finalizers;
  const others = finalizers.filter((name) => !own.includes(name));

  return policy === 'Background' ? others : [...others, FINALIZERS[policy]];
}
