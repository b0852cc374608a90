import {
  type EncodedEvent,
  type EncodedObject,
  type EventSplitter,
  type FormatOptions,
} from '@rxkube/operators';
import { ProtocolError } from '@rxkube/protocol';
import { decodeUtf8 } from '@rxkube/protocol/internal';

import { readTypeMeta, readUnknown, startsWithMagic } from './messages/unknown.js';
import { type TypeMeta } from './messages/type-meta.js';
import { type WatchEventMessage, readWatchEvent } from './messages/watch-event.js';
import { type ObjectDecoder } from './object-decoder.js';
import { type ObjectReading, ProtobufObject } from './protobuf-object.js';
import { StatusObject } from './status-object.js';
import { type Message } from './wire/message.js';
import { PendingBytes } from './wire/pending-bytes.js';
import { Repeated } from './wire/repeated.js';
import { tooLarge } from './wire/too-large.js';

/** In front of each event stands its length, in so many bytes. */
const PREFIX = 4;
/** Only the protocol sees a bookmark. */
const UNSEEN: ObjectReading = { decode: undefined, omit: [] };

/**
 * Cuts the body of a watch into its events: each has its length in front, the highest byte first.
 *
 * The announced length is not allocated: an event is kept as it arrives.
 * https://github.com/kubernetes/apimachinery/blob/master/pkg/util/framer/framer.go
 */
export class ProtobufEvents implements EventSplitter {
  readonly #max: number;
  readonly #reading: ObjectReading;
  readonly #pending = new PendingBytes();
  /** Of the event that is to come; `undefined` where that is to come, too. */
  #length: number | undefined;
  #isFirst = true;
  readonly #words = new Repeated(decodeUtf8);
  readonly #types = new Repeated(readTypeMeta);
  readonly #wordOf = (bytes: Uint8Array): string => this.#words.of(bytes);
  readonly #typeOf = (bytes: Uint8Array): TypeMeta => this.#types.of(bytes);

  constructor({ maxDocumentBytes, omit }: FormatOptions, decode: ObjectDecoder | undefined) {
    this.#max = maxDocumentBytes;
    this.#reading = { decode, omit };
  }

  push(chunk: Uint8Array, take: (event: EncodedEvent) => boolean): void {
    this.#pending.push(chunk);
    for (;;) {
      this.#length ??= this.#prefix();
      const bytes = this.#length === undefined ? undefined : this.#pending.take(this.#length);
      if (bytes === undefined) return;
      this.#length = undefined;
      if (!take(this.#eventOf(readWatchEvent(bytes, this.#wordOf)))) return;
    }
  }

  #prefix(): number | undefined {
    const prefix = this.#pending.take(PREFIX);
    if (prefix === undefined) return undefined;
    if (this.#isFirst && startsWithMagic(prefix)) throw notAWatch();
    this.#isFirst = false;
    const length = prefix.reduce((sum, byte) => 256 * sum + byte, 0);
    if (length > this.#max) throw tooLarge('', length, this.#max);

    return length;
  }

  #eventOf({ type, object }: WatchEventMessage): EncodedEvent {
    return { type, object: this.#objectOf(type, object) };
  }

  #objectOf(event: string, object: Message): EncodedObject {
    const { type, raw } = readUnknown(object, this.#typeOf);
    switch (event) {
      case 'ERROR':
        return new StatusObject(raw);
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        return new ProtobufObject(raw, type, this.#reading);
      default:
        return new ProtobufObject(raw, type, UNSEEN);
    }
  }
}

function notAWatch(): ProtocolError {
  return new ProtocolError({
    rule: 'watchNotSupported',
    problem:
      'the server answered the watch with one object, so it cannot watch this resource; list it now and then instead',
  });
}
