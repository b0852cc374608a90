import { type Status, type StatusCause, type StatusDetails } from '@rxkube/protocol';

import { Message } from '../wire/message.js';
import { readListMeta } from './list-meta.js';

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Reads the message `meta.v1.Status` as JSON has it. */
export function readStatus(bytes: Uint8Array, path: string): Status {
  const message = new Message(bytes, path);
  const status: Draft<Status> = { kind: 'Status', apiVersion: 'v1' };
  while (message.next()) {
    switch (message.field) {
      case 1: {
        const { continue: token } = readListMeta(message.message('metadata'));
        if (typeof token === 'string' && token !== '') status.metadata = { continue: token };
        break;
      }
      case 2:
        status.status = message.text();
        break;
      case 3:
        status.message = message.text();
        break;
      case 4:
        status.reason = message.text();
        break;
      case 5:
        status.details = readDetails(message.message('details'));
        break;
      case 6:
        status.code = message.number();
        break;
    }
  }

  return status;
}

function readDetails(message: Message): StatusDetails {
  const details: Draft<StatusDetails> = {};
  const causes: StatusCause[] = [];
  while (message.next()) {
    switch (message.field) {
      case 1:
        set(details, 'name', message.text());
        break;
      case 2:
        set(details, 'group', message.text());
        break;
      case 3:
        set(details, 'kind', message.text());
        break;
      case 4:
        causes.push(readCause(message.message('causes')));
        details.causes = causes;
        break;
      case 5:
        if (message.number() !== 0) details.retryAfterSeconds = message.number();
        break;
      case 6:
        set(details, 'uid', message.text());
        break;
    }
  }

  return details;
}

function readCause(message: Message): StatusCause {
  const cause: Draft<StatusCause> = {};
  while (message.next()) {
    switch (message.field) {
      case 1:
        set(cause, 'reason', message.text());
        break;
      case 2:
        set(cause, 'message', message.text());
        break;
      case 3:
        set(cause, 'field', message.text());
        break;
    }
  }

  return cause;
}

/** Go writes a missing text as the empty text. */
function set<K extends string>(
  object: Partial<Record<K, string | undefined>>,
  name: K,
  text: string,
): void {
  if (text !== '') object[name] = text;
}
