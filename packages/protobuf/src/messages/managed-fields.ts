import { type Message } from '../wire/message.js';
import { readTimestamp } from './timestamp.js';

/** Reads the managed fields in the message `meta.v1.ObjectMeta`, and nothing else of it. */
export function readManagedFields(metadata: Message): readonly object[] {
  const entries: object[] = [];
  while (metadata.next()) {
    if (metadata.field === 17) entries.push(readEntry(metadata.message('managedFields')));
  }

  return entries;
}

function readEntry(message: Message): object {
  const entry: Record<string, unknown> = {};
  while (message.next()) {
    switch (message.field) {
      case 1:
        set(entry, 'manager', message.text());
        break;
      case 2:
        set(entry, 'operation', message.text());
        break;
      case 3:
        set(entry, 'apiVersion', message.text());
        break;
      case 4:
        set(entry, 'time', readTimestamp(message.message('time')) ?? '');
        break;
      case 6:
        set(entry, 'fieldsType', message.text());
        break;
      case 7:
        entry['fieldsV1'] = readFields(message.message('fieldsV1'));
        break;
      case 8:
        set(entry, 'subresource', message.text());
        break;
    }
  }

  return entry;
}

/** An empty text is one that is not there: Go writes it all the same. */
function set(entry: Record<string, unknown>, name: string, value: string): void {
  if (value !== '') entry[name] = value;
}

/** The set of fields, which is JSON in both formats. */
function readFields(message: Message): unknown {
  let json = '';
  while (message.next()) if (message.field === 1) json = message.text();
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // The message of the SyntaxError quotes the text.
    throw message.wrong('JSON');
  }
}
