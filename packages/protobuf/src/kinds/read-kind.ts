import { DecodeError } from '@rxkube/protocol';

import { type TypeMeta } from '../messages/type-meta.js';
import { readUnknown } from '../messages/unknown.js';
import { Message } from '../wire/message.js';
import { membersOf } from './json-text.js';
import { messageType } from './message-type.js';
import { MessageValue } from './message-value.js';
import { readMessage } from './read-message.js';
import { KINDS } from './schema/kinds.js';

/**
 * An object of a built-in kind, as JSON.
 *
 * @since 0.1.0
 */
export interface KindInJson {
  readonly apiVersion: string;
  readonly kind: string;
  /** The object as Go writes it, with `kind` and `apiVersion` first. All digits of its numbers are there. */
  readonly json: string;
}

/** Each API version has this kind, because its objects can be deleted. */
const IN_EACH_VERSION = { kind: 'DeleteOptions', message: 'meta.DeleteOptions' };

/**
 * Reads an object of a built-in kind from protobuf, as clients in Go send it in a request.
 *
 * It ignores unknown fields, as a real server does.
 *
 * @param expected the kind of an object that names none.
 * @throws DecodeError `protobuf` for bytes that are not protobuf or not of that kind, and for an object of more than
 *   200,000 messages or of more than 500 levels; `object` for a kind that is not known here.
 * @since 0.1.0
 */
export function readKind(
  bytes: Uint8Array,
  expected: { readonly apiVersion: string; readonly kind: string },
): KindInJson {
  const { type, raw } = readUnknown(new Message(bytes, 'object'));
  const apiVersion = type.apiVersion === '' ? expected.apiVersion : type.apiVersion;
  const kind = type.kind === '' ? expected.kind : type.kind;
  const name = messageOf({ apiVersion, kind });
  if (name === undefined) {
    const problem = 'a built-in kind that the API server serves, such as Pod in version v1';
    throw new DecodeError({ problem: 'object', path: 'typeMeta', expected: problem });
  }
  const object = new MessageValue(messageType(name));
  readMessage(new Message(raw, kind), object, { messages: 0 });
  const head = [`"kind":${JSON.stringify(kind)}`, `"apiVersion":${JSON.stringify(apiVersion)}`];

  return { apiVersion, kind, json: `{${[...head, ...membersOf(object)].join(',')}}` };
}

function messageOf({ apiVersion, kind }: TypeMeta): string | undefined {
  if (kind === IN_EACH_VERSION.kind) return IN_EACH_VERSION.message;
  const line = KINDS.split('\n').find((text) => text.startsWith(`${apiVersion} `));
  const [, home = '', ...kinds] = line?.split(' ') ?? [];

  return kinds.includes(kind) ? `${home}.${kind}` : undefined;
}
