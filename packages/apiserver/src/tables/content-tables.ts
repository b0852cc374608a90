import { type JsonObject } from '../objects/stored-object.js';
import { ageOf, agoAt, fieldAt, nameOf, numberAt, sizeAt, textAt } from './fields.js';
import { AGE, NAME, type TableShape, column, wide } from './table-shape.js';

export const configMapTable: TableShape = {
  columns: [NAME, column('Data'), AGE],
  cells: (object, now) => [
    nameOf(object),
    sizeAt(object, 'data') + sizeAt(object, 'binaryData'),
    ageOf(object, now),
  ],
};

export const secretTable: TableShape = {
  columns: [NAME, column('Type'), column('Data'), AGE],
  cells: (object, now) => [
    nameOf(object),
    // A real server writes the default into a secret without a type.
    textAt(object, 'type') || (nameOf(object) === '' ? '' : 'Opaque'),
    sizeAt(object, 'data'),
    ageOf(object, now),
  ],
};

/** The row of an event begins with its content. Its name comes last, and only in a wide table. */
export const eventTable: TableShape = {
  columns: [
    column('Last Seen'),
    column('Type'),
    column('Reason'),
    column('Object'),
    ...wide('Subobject', 'Source'),
    column('Message'),
    ...wide('First Seen', 'Count'),
    column('Name', { format: 'name', priority: 1 }),
  ],
  cells: (event, now) => [
    lastSeen(event, now),
    textAt(event, 'type'),
    textAt(event, 'reason'),
    subjectOf(event),
    textAt(event, 'involvedObject', 'fieldPath'),
    sourceOf(event),
    textAt(event, 'message').trim(),
    firstSeen(event, now),
    fieldAt(event, 'series') === undefined
      ? numberAt(event, 'count') || 1
      : numberAt(event, 'series', 'count'),
    nameOf(event),
  ],
};

function firstSeen(event: JsonObject, now: number): string {
  return textAt(event, 'firstTimestamp') === ''
    ? agoAt(now, event, 'eventTime')
    : agoAt(now, event, 'firstTimestamp');
}

function lastSeen(event: JsonObject, now: number): string {
  if (fieldAt(event, 'series') !== undefined) {
    return agoAt(now, event, 'series', 'lastObservedTime');
  }

  return textAt(event, 'lastTimestamp') === ''
    ? firstSeen(event, now)
    : agoAt(now, event, 'lastTimestamp');
}

function subjectOf(event: JsonObject): string {
  const kind = textAt(event, 'involvedObject', 'kind').toLowerCase();
  const name = textAt(event, 'involvedObject', 'name');

  return name === '' ? kind : `${kind}/${name}`;
}

function sourceOf(event: JsonObject): string {
  const component = textAt(event, 'source', 'component') || textAt(event, 'reportingComponent');
  const instance = textAt(event, 'source', 'host') || textAt(event, 'reportingInstance');

  return instance === '' ? component : `${component}, ${instance}`;
}
