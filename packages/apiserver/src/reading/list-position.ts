import { type Observable, catchError, map, of } from 'rxjs';

import { type ServedResource } from '../resources/served-resource.js';
import { type ServerContext } from '../server-context.js';
import { badRequest, expired } from '../statuses/status-errors.js';
import { type KeyBase, formatContinueToken, parseContinueToken } from './continue-token.js';
import { reached } from './freshness.js';
import { type ListOptions } from './list-options.js';
import { type ReadSource } from './object-view.js';
import { requestedRevision } from './requested-revision.js';

/** The state that a list shows, and where in it the list begins. */
export interface ListPosition {
  readonly source: ReadSource;
  /** `undefined` for the current revision. */
  readonly revision: number | undefined;
  readonly lastKey: string | undefined;
  readonly limit: number;
}

type PositionContext = Pick<ServerContext, 'storage' | 'cacher' | 'scheduler'>;

/**
 * Emits the position of a list once it can be read.
 *
 * @throws StatusError 400 for a wrong token or version, 410 for a state that is compacted.
 */
export function listPosition(
  context: PositionContext,
  served: ServedResource,
  source: ReadSource,
  options: ListOptions,
  base: KeyBase,
): Observable<ListPosition> {
  const { limit, resourceVersion, resourceVersionMatch: match } = options;
  if (options.continue !== '') return continued(context, served, source, options, base);
  if (resourceVersion === '') {
    return latest(context, served, { source, lastKey: undefined, limit });
  }
  const requested = requestedRevision(resourceVersion, 'list');
  if (requested.number === 0) {
    // "Any version": the watch cache gives the whole list, whatever the limit.
    const bounded = source === 'storage' ? limit : 0;

    return of({ source, revision: undefined, lastKey: undefined, limit: bounded });
  }
  const exact = match === 'Exact' || (match === '' && limit > 0);

  return reached(context, served, source, requested).pipe(
    map(() => {
      context.storage.compactIfDue();
      if (exact && requested.number < context.storage.compactedRevision) {
        throw expired('The resourceVersion for the provided list is too old.');
      }

      return { source, revision: exact ? requested.number : undefined, lastKey: undefined, limit };
    }),
  );
}

function continued(
  context: PositionContext,
  served: ServedResource,
  source: ReadSource,
  { limit, resourceVersion, continue: token }: ListOptions,
  base: KeyBase,
): Observable<ListPosition> {
  const { revision, lastKey } = parseContinueToken(token, base);
  if (resourceVersion !== '' && resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  if (revision < 0) return latest(context, served, { source, lastKey, limit });
  if (revision < context.storage.compactedRevision) throw expiredToken(lastKey, base);
  const requested = { number: revision, text: String(revision) };

  return reached(context, served, source, requested).pipe(
    map(() => ({ source, revision, lastKey, limit })),
  );
}

/**
 * A consistent read: from the cache once it has what the storage has now, or from the storage if
 * that takes too long.
 */
function latest(
  context: PositionContext,
  served: ServedResource,
  position: Omit<ListPosition, 'revision'>,
): Observable<ListPosition> {
  const { revision } = context.storage;
  const { source } = position;

  return reached(context, served, source, { number: revision, text: String(revision) }).pipe(
    map(() => source),
    catchError(() => of('storage' as const)),
    map((readFrom) => ({ ...position, source: readFrom, revision: undefined })),
  );
}

function expiredToken(lastKey: string, base: KeyBase): Error {
  return expired(
    'The provided continue parameter is too old to display a consistent list result. ' +
      'You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
      'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted ' +
      'between the time the first chunk was returned and now may show up in the list.',
    formatContinueToken({ revision: -1, lastKey }, base),
  );
}
