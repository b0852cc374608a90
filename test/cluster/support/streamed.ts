import {
  type CacheSnapshot,
  type SyncEvent,
  cacheReduce,
  chunkedJson,
  watchEvents,
} from '@rxkube/operators';
import { type KubeObject } from '@rxkube/protocol';
import { concat, from, lastValueFrom, map, of } from 'rxjs';

/** Reads a streaming list from its bytes: the initial events are a list, and the mark completes it. */
export async function streamed(bytes: Buffer): Promise<CacheSnapshot<KubeObject>> {
  let isListed = false;
  const events = from([bytes]).pipe(
    chunkedJson(),
    watchEvents(),
    map((event): SyncEvent<KubeObject> => {
      switch (event.type) {
        case 'BOOKMARK': {
          const { resourceVersion, initialEventsEnd } = event;
          isListed ||= initialEventsEnd;

          return { _tag: initialEventsEnd ? 'ListCompleted' : 'Bookmarked', resourceVersion };
        }
        case 'DELETED':
          return { _tag: 'Deleted', object: event.object };
        default:
          return isListed
            ? { _tag: 'Applied', object: event.object }
            : { _tag: 'Listed', objects: [event.object] };
      }
    }),
  );

  return lastValueFrom(
    concat(of<SyncEvent<KubeObject>>({ _tag: 'ListStarted' }), events).pipe(cacheReduce()),
  );
}
