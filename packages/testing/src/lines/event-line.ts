import { type SyncEvent } from '@rxkube/operators';
import { type KubeObject } from '@rxkube/protocol';

import { nameAndVersion } from '../building/short-form.js';
import { errorLine } from './error-line.js';

/**
 * A sync event in a few letters.
 *
 * ```text
 * s                                     ListStarted, or "s because StatusError 410 Expired"
 * L a/7 b/9                             Listed: names and versions
 * c 10                                  ListCompleted
 * w                                     WatchStarted
 * A a/11    D a/12                      Applied, Deleted
 * B 20                                  Bookmarked
 * i TransportError ECONNRESET, 800 ms   Interrupted, and the pause
 * ```
 *
 * @since 0.1.0
 */
export function eventLine(event: SyncEvent<KubeObject>): string {
  switch (event._tag) {
    case 'ListStarted':
      return event.reason === undefined ? 's' : `s because ${errorLine(event.reason)}`;
    case 'Listed':
      return ['L', ...event.objects.map(nameAndVersion)].join(' ');
    case 'ListCompleted':
      return `c ${event.resourceVersion}`;
    case 'WatchStarted':
      return 'w';
    case 'Applied':
      return `A ${nameAndVersion(event.object)}`;
    case 'Deleted':
      return `D ${nameAndVersion(event.object)}`;
    case 'Bookmarked':
      return `B ${event.resourceVersion}`;
    case 'Interrupted':
      return `i ${errorLine(event.error)}, ${String(event.retryInMs)} ms`;
  }
}
