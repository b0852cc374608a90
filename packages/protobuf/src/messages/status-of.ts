import { DecodeError, type Status } from '@rxkube/protocol';

import { Message } from '../wire/message.js';
import { readStatus } from './status.js';
import { readUnknown } from './unknown.js';

/** The Status in the body of a refusal; `undefined` where there is none. */
export function statusOf(body: Uint8Array): Status | undefined {
  try {
    const { type, raw } = readUnknown(new Message(body, ''));

    return type.kind === 'Status' ? readStatus(raw, '') : undefined;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
