import { type EncodedObject, type FormatOptions, type ListReader } from '@rxkube/operators';
import { type List } from '@rxkube/protocol';
import { decodeUtf8 } from '@rxkube/protocol/internal';

import { readListMeta } from './messages/list-meta.js';
import { readStatus } from './messages/status.js';
import { type TypeMeta } from './messages/type-meta.js';
import { MAGIC, checkContent, readTypeMeta, startsWithMagic } from './messages/unknown.js';
import { type ObjectDecoder } from './object-decoder.js';
import { type ObjectReading, ProtobufObject } from './protobuf-object.js';
import { ByteSource, type Steps } from './wire/byte-source.js';
import { Message } from './wire/message.js';
import { tooLarge } from './wire/too-large.js';

const LIST = /List$/u;

/**
 * Reads the body of a list while it arrives, an object at a time. A list has its metadata in field 1 and its objects
 * in field 2, whatever its kind.
 */
export class ProtobufList implements ListReader {
  readonly #max: number;
  readonly #reading: ObjectReading;
  readonly #source = new ByteSource();
  readonly #steps: Steps<unknown>;
  #take: (object: EncodedObject) => void = () => undefined;
  #document: unknown;
  /** The bytes outside of objects. */
  #around = 0;
  #count = 0;

  constructor({ maxDocumentBytes, omit }: FormatOptions, decode: ObjectDecoder | undefined) {
    this.#max = maxDocumentBytes;
    this.#reading = { decode, omit };
    this.#steps = this.#body();
  }

  push(chunk: Uint8Array, take: (object: EncodedObject) => void): void {
    this.#take = take;
    this.#source.push(chunk);
    this.#resume();
  }

  end(): unknown {
    if (!this.#source.end()) return undefined;
    this.#resume();

    return this.#document;
  }

  #resume(): void {
    const { done, value } = this.#steps.next();
    if (done === true) this.#document = value;
  }

  /** An object with its kind around it, whose content is read as it comes. */
  *#body(): Steps<unknown> {
    const source = this.#source;
    const magic = yield* source.take(MAGIC.length);
    if (!startsWithMagic(magic)) throw source.wrong('a body that begins with "k8s" and a zero');
    let type: TypeMeta = { apiVersion: '', kind: '' };
    let document: object | undefined;
    let encoding = '';
    let contentType = '';
    while (!(yield* source.ends())) {
      const { field, length } = yield* source.field();
      if (length === undefined) {
        if (field <= 4) throw source.wrong(`a text or a message in field ${String(field)}`);
        continue;
      }
      switch (field) {
        case 1:
          type = readTypeMeta(yield* this.#small(length));
          break;
        case 2:
          if (document !== undefined) throw source.wrong('content once');
          document = yield* this.#content(type, length);
          break;
        case 3:
          encoding = decodeUtf8(yield* this.#small(length));
          break;
        case 4:
          contentType = decodeUtf8(yield* this.#small(length));
          break;
        default:
          yield* source.skip(length);
      }
    }
    checkContent(encoding, contentType, '');

    // Go writes the content even where it is empty.
    if (document === undefined) throw source.cutShort();

    return document;
  }

  *#content(type: TypeMeta, length: number): Steps<object> {
    const { kind } = type;
    if (kind === '') throw this.#source.wrong('the kind in front of the content');
    if (kind === 'Status') return readStatus(yield* this.#small(length), '');
    if (kind.endsWith('List')) return yield* this.#list(type, length);
    yield* this.#source.skip(length);

    return type;
  }

  *#list({ apiVersion, kind }: TypeMeta, size: number): Steps<object> {
    const source = this.#source;
    const end = source.at + size;
    const ofItems = { apiVersion, kind: kind.replace(LIST, '') };
    let metadata: List['metadata'] | undefined;
    while (source.at < end) {
      const { field, length } = yield* source.field();
      if (length === undefined ? source.at > end : length > end - source.at) {
        throw source.wrong('a field that ends within the list');
      }
      if (length === undefined) {
        if (field <= 2) throw source.wrong(`a message in field ${String(field)}`);
        continue;
      }
      switch (field) {
        case 1:
          if (metadata !== undefined) throw source.wrong('metadata once');
          metadata = readListMeta(new Message(yield* this.#small(length), 'metadata'));
          break;
        case 2:
          this.#take(
            new ProtobufObject(new Uint8Array(yield* this.#item(length)), ofItems, this.#reading),
          );
          break;
        default:
          yield* source.skip(length);
      }
    }

    return { apiVersion, kind, ...(metadata !== undefined && { metadata }), items: [] };
  }

  *#item(length: number): Steps<Uint8Array> {
    if (length > this.#max) throw tooLarge(`items.${String(this.#count)}`, length, this.#max);
    this.#count++;

    return yield* this.#source.take(length);
  }

  *#small(length: number): Steps<Uint8Array> {
    this.#around += length;
    if (this.#around > this.#max) throw tooLarge('', this.#around, this.#max);

    return yield* this.#source.take(length);
  }
}
