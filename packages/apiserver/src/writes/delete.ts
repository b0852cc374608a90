import { atVersion, canonicalObject } from '../objects/canonical-object.js';
import { sameJson } from '../objects/same-json.js';
import { type StoredObject } from '../objects/stored-object.js';
import { timestamp } from '../objects/timestamp.js';
import { objectKey } from '../resources/object-name.js';
import { type ServedResource } from '../resources/served-resource.js';
import { gracePeriodOf } from './grace-period.js';
import { isNamespaces, terminateNamespace } from './namespaces.js';
import { type WriteMoment, type WriteOutcome } from './outcome.js';
import { checkDeletePreconditions } from './preconditions.js';
import { finalizersOfDeletion } from '../metadata/propagation.js';
import { type DeleteOptions } from './write-options.js';

/** A deletion, read. */
export interface DeleteRequest {
  readonly served: ServedResource;
  readonly options: DeleteOptions;
}

/**
 * Removes an object, or marks it if a finalizer or its grace period keeps it.
 *
 * A second deletion can only shorten the grace period.
 *
 * @throws StatusError 409 if the stored object is not the one that the deletion is for, 403 for a
 *   namespace that no server gives up.
 */
export function deleteObject(
  found: StoredObject,
  { served, options }: DeleteRequest,
  moment: WriteMoment,
): WriteOutcome {
  checkDeletePreconditions(served, found, options);
  if (isNamespaces(served)) return terminateNamespace(served, found, moment);
  const { deletionGracePeriodSeconds: grantedBefore = Infinity } = found.metadata;
  const { gracefully = false, fromClient = false, gracePeriodSeconds, propagation } = options;
  const finalizers = fromClient
    ? finalizersOfDeletion(served, found, propagation)
    : (found.metadata.finalizers ?? []);
  if (!gracefully && finalizers.length === 0) return remove(served, found, moment);
  const gracePeriod = gracefully ? gracePeriodOf(found, gracePeriodSeconds) : 0;
  const isSame = sameJson(finalizers, found.metadata.finalizers ?? []);
  if (gracePeriod >= grantedBefore && (gracefully || isSame)) return { changes: [], object: found };
  const marked = mark(served, found, { finalizers, gracePeriod }, moment);
  if (gracePeriod > 0 || finalizers.length > 0) return marked;
  const removed = remove(served, marked.object, { ...moment, revision: moment.revision + 1 });

  return { changes: [...marked.changes, ...removed.changes], object: removed.object };
}

function remove(
  served: ServedResource,
  found: StoredObject,
  { revision }: WriteMoment,
): WriteOutcome {
  const key = objectKey(served, found.metadata);

  return {
    changes: [{ served, revision, key, previous: found, current: undefined }],
    object: atVersion(found, String(revision)),
  };
}

/** The reasons to keep a deleted object. */
interface Marks {
  readonly finalizers: readonly string[];
  /** Seconds. */
  readonly gracePeriod: number;
}

/** Marks an object with the time of its end. */
function mark(
  served: ServedResource,
  found: StoredObject,
  { finalizers, gracePeriod }: Marks,
  { revision, now }: WriteMoment,
): WriteOutcome {
  const { generation, deletionTimestamp } = found.metadata;
  const metadata = Object.entries(found.metadata).filter(([name]) => name !== 'finalizers');
  const current = canonicalObject(served, found, {
    ...(Object.fromEntries(metadata) as unknown as StoredObject['metadata']),
    ...(finalizers.length > 0 && { finalizers }),
    resourceVersion: String(revision),
    ...(generation !== undefined && {
      generation: deletionTimestamp === undefined ? generation + 1 : generation,
    }),
    deletionTimestamp: timestamp(now + gracePeriod * 1_000),
    deletionGracePeriodSeconds: gracePeriod,
  });
  const key = objectKey(served, found.metadata);

  return { changes: [{ served, revision, key, previous: found, current }], object: current };
}
