import { broken } from '../wire/broken.js';
import { Message } from '../wire/message.js';
import { type TypeMeta } from './type-meta.js';

/** Every object begins with these bytes: `k8s` and a zero. */
export const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** An object with its kind around it: the message `runtime.Unknown`. */
export interface Unknown {
  readonly type: TypeMeta;
  /** The message of the object itself, as a copy. */
  readonly raw: Uint8Array;
}

/**
 * Reads what stands around an object.
 *
 * @param typeOf reads the kind, which is the same for many objects.
 */
export function readUnknown(
  message: Message,
  typeOf: (bytes: Uint8Array) => TypeMeta = readTypeMeta,
): Unknown {
  if (!message.skip(MAGIC)) throw message.wrong('an object that begins with "k8s" and a zero');
  let type: TypeMeta = { apiVersion: '', kind: '' };
  let raw: Uint8Array | undefined;
  let encoding = '';
  let contentType = '';
  while (message.next()) {
    switch (message.field) {
      case 1:
        type = typeOf(message.view());
        break;
      case 2:
        raw = message.copy();
        break;
      case 3:
        encoding = message.text();
        break;
      case 4:
        contentType = message.text();
        break;
    }
  }
  checkContent(encoding, contentType, message.path);

  return { type, raw: raw ?? new Uint8Array(0) };
}

/** Here `apiVersion` goes first; elsewhere in the API it is the other way round. */
export function readTypeMeta(bytes: Uint8Array): TypeMeta {
  const message = new Message(bytes, 'typeMeta');
  let apiVersion = '';
  let kind = '';
  while (message.next()) {
    if (message.field === 1) apiVersion = message.exactText();
    else if (message.field === 2) kind = message.exactText();
  }

  return { apiVersion, kind };
}

/** An object may say that it is written otherwise, which no server does in protobuf. */
export function checkContent(encoding: string, contentType: string, path: string): void {
  if (encoding !== '') throw broken(path, 'an object without an encoding of its own');
  if (contentType !== '' && contentType !== PROTOBUF) throw broken(path, 'an object in protobuf');
}

export function startsWithMagic(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, at) => bytes[at] === byte);
}
