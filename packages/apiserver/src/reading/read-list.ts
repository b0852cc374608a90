import { type StoredObject } from '../objects/stored-object.js';
import { type ListResult } from '../presentation/list-body.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type ServerContext } from '../server-context.js';
import { type KeyedObject } from '../objects/sorted-objects.js';
import { type KeyBase, formatContinueToken } from './continue-token.js';
import { type ListPosition } from './list-position.js';
import { bringUpToDate, viewOf } from './object-view.js';
import { type Selection } from './selection.js';

/** Reads one page of a list, or all of it. */
export function readList(
  context: Pick<ServerContext, 'storage' | 'cacher'>,
  served: ServedResource,
  selection: Selection,
  { source, revision, lastKey, limit }: ListPosition,
): ListResult {
  const { matches, selective, inScope } = selection;
  bringUpToDate(context);
  const view = viewOf(context, served, source);
  const shown = revision ?? view.revision;
  const entries =
    revision === undefined ? view.entries() : context.storage.table(served).entriesAt(revision);
  const items: StoredObject[] = [];
  let last: string | undefined;
  let at = lastKey === undefined ? 0 : firstAbove(entries, lastKey);
  for (; at < entries.length && (limit === 0 || items.length < limit); at += 1) {
    const [key, object] = entries[at] ?? [];
    if (key === undefined || object === undefined || !inScope(object)) continue;
    last = key;
    if (matches(object)) items.push(object);
  }
  // As a server does, which does not look whether the rest would match.
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

/** Says what the keys in the tokens of a list are relative to. */
export function keyBase({ watchCache }: ServedResource, { namespace }: Selection): KeyBase {
  return { prefix: namespace === undefined ? '' : `${namespace}/`, slash: watchCache };
}

/** Finds where a list continues after a key, by binary search. */
function firstAbove(entries: readonly KeyedObject[], lastKey: string): number {
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
