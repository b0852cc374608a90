import { DecodeError, type KubeObject, type MetadataHead, objectKey } from '@rxkube/protocol';

import { type Entry } from '../cache/entry.js';
import { type EncodedObject } from '../format/format.js';
import { owned, ownedHead } from './owned-head.js';
import { type TextReading, itemText } from './text-reading.js';

/** What an object that is read for the first time is made with. */
export interface Reading<T> {
  /** Makes the object of what was parsed. @throws DecodeError where it is none. */
  readonly decode: (parsed: unknown) => T;
  /** Told once of a text that turned out to be no object of its resource. */
  readonly onBroken: (error: DecodeError) => void;
}

/**
 * An object that nobody has read yet: its text, and what tells it from others. It is parsed at most once, by whoever
 * reads it first, and lets go of the text then. A cache keeps it as it is.
 */
export class DeferredObject<T> implements Entry<T> {
  uid: string | undefined;
  version: string | undefined;
  /** The text as it came, or the object in another format; `undefined` once it was parsed. */
  text: string | EncodedObject | undefined;
  /** Why there is no object; whoever reads again gets it again. */
  error: DecodeError | undefined;
  /** Until somebody asks for the key: most objects are never asked again, and each string costs the collector. */
  #head: MetadataHead | undefined;
  #parsed: unknown;
  #object: T | undefined;
  #reading: Reading<T> | undefined;

  /** @param head whose strings may be parts of the text. */
  constructor(
    head: MetadataHead,
    text: string | EncodedObject,
    private readonly how: TextReading = itemText,
  ) {
    this.uid = head.uid;
    this.version = head.resourceVersion;
    this.text = text;
    this.#head = head;
  }

  get object(): T {
    return this.read();
  }

  /** Its `objectKey`, which whoever asks should keep. */
  get key(): string {
    const head = this.#head ?? this.#headAgain();
    // What is parsed is not read again.
    if (this.text !== undefined) this.#head = undefined;

    return objectKey(
      head === undefined ? ((this.#parsed ?? this.#object) as KubeObject) : { metadata: head },
    );
  }

  /** Says how to go on from what is parsed. */
  readWith<U>(reading: Reading<U>): DeferredObject<U> {
    // One object for all stages: it is parsed once, whoever reads it where.
    const next = this as unknown as DeferredObject<U>;
    next.#reading = reading;

    return next;
  }

  /** The object. @throws DecodeError the same each time, where the text is none. */
  read(): T {
    if (this.#object !== undefined) return this.#object;
    if (this.error !== undefined) throw this.error;
    const parsed = this.parsed();
    if (this.#reading === undefined) return parsed as T;
    try {
      this.#object = this.#reading.decode(parsed);
      this.#parsed = undefined;
    } catch (error) {
      if (error instanceof DecodeError) this.#break(error);
      throw error;
    }

    return this.#object;
  }

  /** What stands in the text, unchecked. @throws DecodeError where it is no JSON. */
  parsed(): unknown {
    const { text } = this;
    if (this.error !== undefined) throw this.error;
    if (text === undefined) return this.#parsed ?? this.#object;
    try {
      this.#parsed = typeof text === 'string' ? this.how.parse(text) : text.read();
    } catch (error) {
      this.#head ??= this.#headAgain();
      this.#own();
      if (error instanceof DecodeError) throw this.#break(error);
      // The message of the SyntaxError quotes the text, which may be a Secret.
      throw this.#break(
        new DecodeError({
          problem: 'json',
          path: 'object',
          expected: 'JSON, but the object does not parse; the body was damaged on its way',
          key: this.#head && objectKey({ metadata: this.#head }),
          resourceVersion: this.version,
        }),
      );
    }
    this.#own();
    this.text = undefined;

    return this.#parsed;
  }

  #headAgain(): MetadataHead | undefined {
    const { text } = this;

    return typeof text === 'string' ? this.how.head(text) : text?.head();
  }

  /** Makes what is kept independent of the text. */
  #own(): void {
    this.uid = owned(this.uid);
    this.version = owned(this.version);
    this.#head = this.#head && ownedHead(this.#head);
  }

  #break(error: DecodeError): DecodeError {
    if (this.error === undefined) {
      this.error = error;
      this.text = undefined;
      this.#reading?.onBroken(error);
    }

    return error;
  }
}
