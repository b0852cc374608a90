import { type SyncEvent } from '@rxkube/operators';
import { type KubeObject } from '@rxkube/protocol';
import { type MonoTypeOperatorFunction, map } from 'rxjs';

/**
 * Keeps the objects that fulfil a condition: a selector of your own, if the server cannot select them.
 *
 * ```text
 * source    s-L-c-A-B---   L = Listed [a, b], A = Applied a that fulfils it no more, B = Applied b that does now
 * result    s-l-c-D-B---   l = Listed [a], D = Deleted a
 * ```
 *
 * An object that leaves the selection is `Deleted`, as with the server's own selectors. If the operator dropped the
 * event instead, the cache would show the old object for ever.
 */
export function where<T extends KubeObject>(
  condition: (object: T) => boolean,
): MonoTypeOperatorFunction<SyncEvent<T>> {
  return map((event): SyncEvent<T> => {
    switch (event._tag) {
      case 'Listed':
        return { ...event, objects: event.objects.filter((object) => condition(object)) };
      case 'Applied':
        return condition(event.object) ? event : { _tag: 'Deleted', object: event.object };
      default:
        return event;
    }
  });
}
