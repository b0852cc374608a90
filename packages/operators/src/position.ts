import { type KubeObject, ResourceVersion } from '@rxkube/protocol';

import { deferredIn } from './decoding/deferred.js';
import { type SyncEvent } from './sync-event.js';

/**
 * The position that an event moves to, or `undefined` where it moves none.
 *
 * Do not ask it of a `Deleted` inside an unfinished list: a list has no position before its end.
 *
 * @since 0.1.0
 */
export function positionOf<T extends KubeObject>(event: SyncEvent<T>): ResourceVersion | undefined {
  switch (event._tag) {
    case 'ListCompleted':
    case 'Bookmarked':
      return event.resourceVersion;
    case 'Applied':
    case 'Deleted': {
      const deferred = deferredIn(event);
      const version =
        deferred === undefined ? event.object.metadata.resourceVersion : deferred.version;

      return ResourceVersion.is(version) ? version : undefined;
    }
    default:
      return undefined;
  }
}
