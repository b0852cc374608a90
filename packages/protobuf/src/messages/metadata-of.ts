import { Message } from '../wire/message.js';

/** The metadata of an object, which is field 1 of every kind; `undefined` where it has none. */
export function metadataOf(object: Uint8Array, path: string): Message | undefined {
  const message = new Message(object, path);
  let metadata: Message | undefined;
  while (message.next()) {
    if (message.field !== 1) continue;
    // They would have to be merged, and no server writes them twice.
    if (metadata !== undefined) throw message.wrong('metadata once');
    metadata = message.message('metadata');
  }

  return metadata;
}
