import { type List } from '@rxkube/protocol';

import { type Message } from '../wire/message.js';

/** Reads the message `meta.v1.ListMeta`. */
export function readListMeta(message: Message): List['metadata'] {
  const metadata: { -readonly [K in keyof List['metadata']]: List['metadata'][K] } = {};
  while (message.next()) {
    switch (message.field) {
      case 2:
        metadata.resourceVersion = message.exactText();
        break;
      case 3:
        metadata.continue = message.exactText();
        break;
      case 4:
        metadata.remainingItemCount = message.number();
        break;
    }
  }

  return metadata;
}
