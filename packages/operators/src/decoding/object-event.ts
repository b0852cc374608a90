import { type WatchEvent } from '@rxkube/protocol';

import { type Applied, type Deleted } from '../sync-event.js';
import { deferredIn, deferredSyncEvent } from './deferred.js';
import { DeferredCacheEvent } from './deferred-event.js';

/** What an event of a watch means for the copy. A deferred object stays unread. */
export function objectEvent<T>(
  event: Extract<WatchEvent<T>, { readonly object: T }>,
): Applied<T> | Deleted<T> {
  if (event instanceof DeferredCacheEvent) return event as DeferredCacheEvent<T>;
  const _tag = event.type === 'DELETED' ? 'Deleted' : 'Applied';
  const deferred = deferredIn(event);

  return deferred === undefined
    ? { _tag, object: event.object }
    : deferredSyncEvent(_tag, deferred);
}
