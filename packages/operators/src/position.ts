import { type KubeObject, type ResourceVersion, isResourceVersion } from '@rxkube/protocol';

import { type SyncEvent, unread } from './sync-event.js';

/** An event may carry an object that is not parsed yet. Its version is known without parsing. */
interface Unread {
  readonly [unread]?: { readonly version: string | undefined };
}

/**
 * The position that an event moves to; `undefined` if it does not move the position.
 *
 * Do not call it for a `Deleted` inside an unfinished list: a list has no position before its end.
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
      const raw = (event as Unread)[unread];
      const version = raw === undefined ? event.object.metadata.resourceVersion : raw.version;

      return isResourceVersion(version) ? version : undefined;
    }
    default:
      return undefined;
  }
}
