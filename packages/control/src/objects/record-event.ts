import { type Transport } from '@rxkube/operators';
import { type Event, type KubeObject, events, invalidArgument } from '@rxkube/protocol';
import { type Observable, type SchedulerLike, asyncScheduler, defer } from 'rxjs';

import { writes } from '../writing/writes.js';

/** The text of an event. @since 0.2.0 */
export interface EventFields {
  /** `'Normal'` or `'Warning'`. Default `'Normal'`. */
  readonly type?: 'Normal' | 'Warning' | undefined;
  /** Why, as one word in CamelCase for machines, such as `'FailedMount'`. */
  readonly reason: string;
  /** A sentence for people. The part behind 1,024 characters is cut off. */
  readonly note: string;
  /** The name of your program. */
  readonly controller: string;
  readonly scheduler?: SchedulerLike | undefined;
}

/** The limit of the server for new events. */
const LONGEST_NOTE = 1_024;

/**
 * Creates an event about an object, which `kubectl describe` and `kubectl get events` show for about an hour.
 *
 * - Cold: each subscription creates one event. Nothing is counted or merged, so record transitions and not states.
 * - An event of a cluster-scoped object is created in the namespace `default`.
 * - Errors as `create` does. Ignore its errors if your work does not depend on the event.
 *
 * @param object an object that a server sent.
 * @since 0.2.0
 */
export function recordEvent(
  transport: Transport,
  object: KubeObject,
  fields: EventFields,
): Observable<Event> {
  const { type = 'Normal', reason, note, controller, scheduler = asyncScheduler } = fields;
  const { apiVersion, kind, metadata } = object;
  if (apiVersion === undefined || kind === undefined) {
    throw invalidArgument(
      'object',
      'must have apiVersion and kind; pass an object that a server sent',
    );
  }
  const { name, namespace, uid, resourceVersion } = metadata;

  return defer(() => {
    const time = new Date(scheduler.now()).toISOString().replace(/\.\d+Z$/u, 'Z');

    return writes(transport, { scheduler }).create(events, {
      metadata: { generateName: `${name}.`, namespace: namespace ?? 'default' },
      involvedObject: {
        apiVersion,
        kind,
        name,
        ...(namespace !== undefined && { namespace }),
        ...(uid !== undefined && { uid }),
        ...(resourceVersion !== undefined && { resourceVersion }),
      },
      type,
      reason,
      message: note.slice(0, LONGEST_NOTE),
      source: { component: controller },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
    });
  });
}
