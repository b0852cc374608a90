import { type OwnerReference } from '@rxkube/protocol';

import { type Message } from '../wire/message.js';

type Draft = { -readonly [K in keyof OwnerReference]: OwnerReference[K] };

/** Reads the message `meta.v1.OwnerReference`. */
export function readOwnerReference(message: Message): OwnerReference {
  const owner: Draft = { apiVersion: '', kind: '', name: '', uid: '' };
  while (message.next()) {
    switch (message.field) {
      case 1:
        owner.kind = message.text();
        break;
      case 3:
        owner.name = message.text();
        break;
      case 4:
        owner.uid = message.text();
        break;
      case 5:
        owner.apiVersion = message.text();
        break;
      case 6:
        owner.controller = message.number() !== 0;
        break;
      case 7:
        owner.blockOwnerDeletion = message.number() !== 0;
        break;
    }
  }

  return owner;
}
