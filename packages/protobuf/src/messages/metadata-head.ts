import { type MetadataHead } from '@rxkube/protocol';

import { type Message } from '../wire/message.js';

/** Reads of the metadata what tells an object from others; `undefined` where it has no name. */
export function readMetadataHead(message: Message): MetadataHead | undefined {
  let name = '';
  let namespace = '';
  let uid = '';
  let resourceVersion = '';
  while (message.next()) {
    switch (message.field) {
      case 1:
        name = message.exactText();
        break;
      case 3:
        namespace = message.exactText();
        break;
      case 5:
        uid = message.exactText();
        break;
      case 6:
        resourceVersion = message.exactText();
        break;
    }
  }

  return name === ''
    ? undefined
    : {
        name,
        namespace: given(namespace),
        uid: given(uid),
        resourceVersion: given(resourceVersion),
      };
}

/** Go writes a missing text as the empty text. */
function given(text: string): string | undefined {
  return text === '' ? undefined : text;
}
