import { type ApiResponse } from '@rxkube/operators';
import { type Observable, catchError, map, of } from 'rxjs';

import { badRequest, expired } from '../statuses/status-errors.js';
import { type Entry } from '../storage/object-table.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';
import { type Representation } from '../presentation/representation.js';
import { answer } from '../responses/response.js';
import {
  type KeyBase,
  formatContinueToken,
  parseContinueToken,
} from '../reading/continue-token.js';
import { reached } from '../reading/freshness.js';
import { type ListResult, listBody } from '../presentation/list-body.js';
import { type ListOptions } from '../reading/list-options.js';
import { type ReadSource, cacheProblem, sourceOf } from '../reading/read-source.js';
import { askedRevision } from '../reading/requested-revision.js';
import { type Selection } from '../reading/selection.js';
import { type ServerContext } from './server-context.js';

/** Which state of the store a list shows, and from where on. */
interface ListPosition {
  readonly source: ReadSource;
  /** `undefined` for the current one. */
  readonly revision: number | undefined;
  readonly lastKey: string | undefined;
  readonly limit: number;
}

/**
 * Answers a LIST whose options have been checked: at once, or when the version asked for can be read.
 *
 * While the watch cache is filled anew, the store answers what needs no selector and has a limit.
 *
 * @throws StatusError 429 while the watch cache is filled anew, for all other lists.
 */
export function listObjects(
  context: ServerContext,
  served: ServedResource,
  selection: Selection,
  options: ListOptions,
  representation: Representation,
): Observable<ApiResponse> {
  const problem = cacheProblem(context, served);
  const plain = options.labelSelector === '' && options.fieldSelector === '';
  if (problem !== undefined && !(plain && options.limit > 0)) throw problem;
  const source = problem === undefined ? sourceOf(served) : 'store';

  return positionOf(context, served, source, options, keyBase(served, selection)).pipe(
    map((position) => {
      const result = readList(context, served, selection, position);

      return answer(200, 'application/json', listBody(served, result, representation));
    }),
  );
}

function keyBase({ watchCache }: ServedResource, { namespace }: Selection): KeyBase {
  return { prefix: namespace === undefined ? '' : `${namespace}/`, slash: watchCache };
}

function positionOf(
  context: ServerContext,
  served: ServedResource,
  source: ReadSource,
  options: ListOptions,
  base: KeyBase,
): Observable<ListPosition> {
  const { limit, resourceVersion, resourceVersionMatch: match } = options;
  const { compactedRevision } = context.store;
  if (options.continue !== '') {
    const { revision, lastKey } = parseContinueToken(options.continue, base);
    if (resourceVersion !== '' && resourceVersion !== '0') {
      throw badRequest('specifying resource version is not allowed when using continue');
    }
    if (revision < 0) return latest(context, served, { source, lastKey, limit });
    if (revision < compactedRevision) throw expiredToken(lastKey, base);

    return reached(context, served, source, { number: revision, text: String(revision) }).pipe(
      map(() => ({ source, revision, lastKey, limit })),
    );
  }
  if (resourceVersion === '') {
    return latest(context, served, { source, lastKey: undefined, limit });
  }
  const asked = askedRevision(resourceVersion, 'list');
  if (asked.number === 0) {
    // "Any version": the watch cache answers whole, whatever the limit.
    const bounded = source === 'store' ? limit : 0;

    return of({ source, revision: undefined, lastKey: undefined, limit: bounded });
  }
  const exact = match === 'Exact' || (match === '' && limit > 0);

  return reached(context, served, source, asked).pipe(
    map(() => {
      if (exact && asked.number < context.store.compactedRevision) {
        throw expired('The resourceVersion for the provided list is too old.');
      }

      return { source, revision: exact ? asked.number : undefined, lastKey: undefined, limit };
    }),
  );
}

/** A consistent read: what the store has now, from the cache once it is there, or from the store if that takes too long. */
function latest(
  context: ServerContext,
  served: ServedResource,
  position: Omit<ListPosition, 'revision'>,
): Observable<ListPosition> {
  const { revision } = context.store;
  const { source } = position;

  return reached(context, served, source, { number: revision, text: String(revision) }).pipe(
    map(() => source),
    catchError(() => of('store' as const)),
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

function readList(
  { store }: ServerContext,
  served: ServedResource,
  selection: Selection,
  { source, revision, lastKey, limit }: ListPosition,
): ListResult {
  const { matches, selective, inScope } = selection;
  const { cache, table } = store.state(served);
  const cached = source === 'cache';
  const shown = revision ?? (cached ? store.caches.revisionOf(cache) : store.revision);
  const entries =
    revision !== undefined
      ? table.entriesAt(revision)
      : cached
        ? store.caches.entriesOf(cache, table)
        : table.entries();
  const items: StoredObject[] = [];
  let last: string | undefined;
  let at = lastKey === undefined ? 0 : firstAbove(entries, lastKey);
  for (; at < entries.length && (limit === 0 || items.length < limit); at += 1) {
    const [key, object] = entries[at] ?? [];
    if (key === undefined || object === undefined || !inScope(object)) continue;
    last = key;
    if (matches(object)) items.push(object);
  }
  // Like a server, which does not look whether what follows would match.
  const remaining = entries.slice(at).filter(([, object]) => inScope(object)).length;

  return {
    revision: shown,
    items,
    continueToken:
      remaining > 0 && last !== undefined
        ? formatContinueToken({ revision: shown, lastKey: last }, keyBase(served, selection))
        : undefined,
    remaining: remaining > 0 && !selective ? remaining : undefined,
  };
}

/** Where a list goes on behind a key: binary search. */
function firstAbove(entries: readonly Entry[], lastKey: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [there] = entries[middle] ?? [];
    if (there !== undefined && there <= lastKey) low = middle + 1;
    else high = middle;
  }

  return low;
}
