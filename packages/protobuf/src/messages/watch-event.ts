import { Message } from '../wire/message.js';

/** One event of a watch: the message `meta.v1.WatchEvent`. */
export interface WatchEventMessage {
  readonly type: string;
  /** The object with its envelope. */
  readonly object: Message;
}

/**
 * Reads the frame of an event.
 *
 * @param typeOf reads the type of the event, which is one of a few.
 */
export function readWatchEvent(
  bytes: Uint8Array,
  typeOf: (bytes: Uint8Array) => string,
): WatchEventMessage {
  const message = new Message(bytes, 'event');
  let type = '';
  let object: Message | undefined;
  while (message.next()) {
    if (message.field === 1) type = typeOf(message.view());
    else if (message.field === 2) object = readRawExtension(message.message('object'));
  }
  if (type === '') throw message.wrong('a type of event');
  if (object === undefined) throw message.wrong('an object');

  return { type, object };
}

function readRawExtension(message: Message): Message | undefined {
  let raw: Message | undefined;
  while (message.next()) if (message.field === 1) raw = message.message('raw');

  return raw;
}
