import { type Message } from '../wire/message.js';
import { type FieldType, messageType } from './message-type.js';
import { MessageValue, type Value } from './message-value.js';
import { SCALARS } from './scalar.js';

/** The deepest nesting of messages. Schemas of definitions may nest, and deeper ones could use up the call stack. */
const DEEPEST_NESTING = 500;
/** An empty message takes two bytes on the wire, and much more in memory. */
const MOST_MESSAGES = 200_000;

/** Counts the messages of one object. */
export interface MessageCount {
  messages: number;
}

/**
 * Reads the fields of a message, and those of the messages in it.
 *
 * As in Go, unknown fields are ignored, and a message that comes twice is merged.
 *
 * @throws DecodeError `protobuf` for bytes that are not this message, and for one that is too large or too deep.
 */
export function readMessage(
  message: Message,
  into: MessageValue,
  count: MessageCount,
  depth = 0,
): void {
  count.messages++;
  if (count.messages > MOST_MESSAGES) {
    throw message.wrong(`at most ${String(MOST_MESSAGES)} messages in an object`);
  }
  if (depth > DEEPEST_NESTING) {
    throw message.wrong(`a nesting of at most ${String(DEEPEST_NESTING)} messages`);
  }
  const { values, type } = into;
  while (message.next()) {
    const field = type.byNumber.get(message.field);
    if (field === undefined) continue;
    const before = values.get(field);
    switch (field.form) {
      case 'one':
        values.set(field, readValue(message, field, before, count, depth));
        break;
      case 'list': {
        const list = (before ?? []) as Value[];
        list.push(readValue(message, field, undefined, count, depth));
        values.set(field, list);
        break;
      }
      case 'map': {
        const map = (before ?? new Map()) as Map<string, Value>;
        const [key, value] = readEntry(message.message(field.name), field, count, depth);
        map.set(key, value);
        values.set(field, map);
        break;
      }
    }
  }
}

function readValue(
  message: Message,
  field: FieldType,
  before: Value | undefined,
  count: MessageCount,
  depth: number,
): Value {
  const scalar = SCALARS.get(field.type);
  if (scalar !== undefined) return scalar.read(message);
  const inner = before instanceof MessageValue ? before : emptyMessage(field);
  readMessage(message.message(field.name || field.type), inner, count, depth + 1);

  return inner;
}

function readEntry(
  entry: Message,
  field: FieldType,
  count: MessageCount,
  depth: number,
): readonly [key: string, value: Value] {
  let key = '';
  let value: Value = SCALARS.get(field.type)?.empty ?? emptyMessage(field);
  while (entry.next()) {
    if (entry.field === 1) key = entry.text();
    else if (entry.field === 2) value = readValue(entry, field, undefined, count, depth);
  }

  return [key, value];
}

function emptyMessage({ type }: FieldType): MessageValue {
  return new MessageValue(messageType(type));
}
