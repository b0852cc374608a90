import { type Applied, type Deleted } from '../sync-event.js';
import { type ObjectEvent, RawEvent, ReadableChange, rawIn } from './raw-event.js';

/** Turns an event of a watch into an event of the copy. A raw object stays raw. */
export function objectEvent<T>(event: ObjectEvent<T>): Applied<T> | Deleted<T> {
  if (event instanceof RawEvent) return event as RawEvent<T>;
  const _tag = event.type === 'DELETED' ? 'Deleted' : 'Applied';
  const raw = rawIn(event);

  return raw === undefined ? { _tag, object: event.object } : new ReadableChange(_tag, raw);
}
