import { DecodeError, type KubeObject, type MetadataHead, objectKey } from '@rxkube/protocol';
import { type Entry, sameContent } from '@rxkube/snapshots/internal';

import { type EncodedObject } from '../format/format.js';
import { owned, ownedHead } from './owned-head.js';
import { sameBytes } from './same-bytes.js';

/** The form in which an object arrived: JSON text, or the object in another format. */
export type Source = string | EncodedObject;

/** Reads objects from their sources. All objects of one body share a reader. */
export interface SourceReader<S extends Source> {
  /** The object in the source, not yet checked. Throws if the source is damaged. */
  readonly parse: (source: S) => unknown;
  /** The head of the object. Only a source whose head was read before is asked. */
  readonly head: (source: S) => MetadataHead | undefined;
}

/** The last step of reading: from the parsed value to the user's object. */
export interface Reading<T> {
  /** Checks what was parsed. @throws DecodeError if it is not an object of its resource. */
  readonly decode: (parsed: unknown) => T;
  /** Called once, when a source turns out not to hold an object of its resource. */
  readonly onBroken: (error: DecodeError) => void;
}

/**
 * An object that is not parsed yet: its source, and the head that tells it from others.
 *
 * The first `read()` parses it and lets go of the source. Every later one returns the same object, or throws the same
 * error. A cache keeps a raw object as it is.
 */
export class RawObject<T> implements Entry<T> {
  uid: string | undefined;
  version: string | undefined;
  /** `undefined` as soon as the object was parsed. */
  source: Source | undefined;
  /** Set if there is no object to read; each `read()` throws it. */
  error: DecodeError | undefined;
  /** Kept until the key is taken: most heads are never needed again, and each string costs the garbage collector. */
  #head: MetadataHead | undefined;
  #parsed: unknown;
  #object: T | undefined;
  #reading: Reading<T> | undefined;
  readonly #reader: SourceReader<Source>;

  private constructor(head: MetadataHead, source: Source, reader: SourceReader<Source>) {
    this.uid = head.uid;
    this.version = head.resourceVersion;
    this.source = source;
    this.#head = head;
    this.#reader = reader;
  }

  /** @param head its strings may be views of the source. */
  static from<S extends Source>(
    head: MetadataHead,
    source: S,
    reader: SourceReader<S>,
  ): RawObject<unknown> {
    return new RawObject(head, source, reader as unknown as SourceReader<Source>);
  }

  get object(): T {
    return this.read();
  }

  /** Read on demand: it is in the head, or in the object. */
  get namespace(): string | undefined {
    const head = this.#head ?? this.#headOfSource();

    return head === undefined
      ? ((this.#parsed ?? this.#object) as KubeObject).metadata.namespace
      : head.namespace;
  }

  /** Makes the `objectKey`. The caller keeps it: the head is dropped, and another call has to read it again. */
  takeKey(): string {
    const key = this.key();
    if (this.source !== undefined) this.#head = undefined;

    return key;
  }

  /** The `objectKey`. The head is kept. */
  key(): string {
    this.#head ??= this.#headOfSource();
    const head = this.#head;

    return objectKey(
      head === undefined ? ((this.#parsed ?? this.#object) as KubeObject) : { metadata: head },
    );
  }

  /** Sets the last step of reading. It returns the same object under its new type, so that all stages share one. */
  readWith<U>(reading: Reading<U>): RawObject<U> {
    const next = this as unknown as RawObject<U>;
    next.#reading = reading;

    return next;
  }

  /** The object. @throws DecodeError, the same each time, if the source does not hold one. */
  read(): T {
    if (this.#object !== undefined) return this.#object;
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

  /** The unchecked value of the source. @throws DecodeError if the source is damaged. */
  parsed(): unknown {
    const { source } = this;
    if (this.error !== undefined) throw this.error;
    if (source === undefined) return this.#parsed ?? this.#object;
    try {
      this.#parsed = this.#reader.parse(source);
    } catch (error) {
      this.#head ??= this.#headOfSource();
      this.#ownStrings();
      throw this.#break(error instanceof DecodeError ? error : this.#damaged());
    }
    this.#ownStrings();
    this.source = undefined;

    return this.#parsed;
  }

  /** Returns whether another entry holds an equal object. Two equal sources stay unread. */
  hasContentOf(other: Entry<unknown>): boolean {
    const { source } = this;
    const otherSource = other instanceof RawObject ? other.source : undefined;
    if (source !== undefined && source === otherSource) return true;
    try {
      return (
        sameBytes(source ?? this.object, otherSource ?? other.object) ??
        sameContent(this.object, other.object)
      );
    } catch (error) {
      // A broken object equals nothing, and each read of it throws its error.
      const isBroken = other instanceof RawObject && other.error !== undefined;
      if (isBroken || this.error !== undefined) return false;
      throw error;
    }
  }

  #headOfSource(): MetadataHead | undefined {
    return this.source === undefined ? undefined : this.#reader.head(this.source);
  }

  /** Makes the kept strings independent of the source. */
  #ownStrings(): void {
    this.uid = owned(this.uid);
    this.version = owned(this.version);
    this.#head = this.#head && ownedHead(this.#head);
  }

  #break(error: DecodeError): DecodeError {
    if (this.error === undefined) {
      this.error = error;
      this.source = undefined;
      this.#reading?.onBroken(error);
    }

    return error;
  }

  /** The SyntaxError is left out: its message quotes the text, which may be a Secret. */
  #damaged(): DecodeError {
    return new DecodeError({
      problem: 'json',
      path: 'object',
      expected: 'JSON, but the object does not parse; the body was damaged on its way',
      key: this.#head && objectKey({ metadata: this.#head }),
      resourceVersion: this.version,
    });
  }
}

/** Reads objects of another format than JSON, which know how to read themselves. */
export const encodedReader: SourceReader<EncodedObject> = {
  parse: (object) => object.read(),
  head: (object) => object.head(),
};
