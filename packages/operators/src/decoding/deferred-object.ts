import { DecodeError, type EventHead, objectKey } from '@rxkube/protocol';

import { type EncodedObject } from '../format/format.js';

/** What an object that is read for the first time is made with. */
export interface Reading<T> {
  /** Makes the object of what was parsed. @throws DecodeError where it is none. */
  readonly decode: (parsed: unknown) => T;
  /** Told once of a text that turned out to be no object of its resource. */
  readonly onBroken: (error: DecodeError) => void;
}

/**
 * An object that nobody has read yet: its head and its text. It is parsed at most once, by whoever reads it first,
 * and lets go of the text then.
 */
export class DeferredObject<T> {
  /** The text as it came, or the object in another format; `undefined` once it was parsed. */
  text: string | EncodedObject | undefined;
  /** Why there is no object; whoever reads again gets it again. */
  error: DecodeError | undefined;
  #parsed: unknown;
  #object: T | undefined;
  #reading: Reading<T> | undefined;

  /** @param parse gives the object in the text of its event. Default: the text is the object. */
  constructor(
    readonly head: EventHead,
    text: string | EncodedObject,
    private readonly parse: (text: string) => unknown = JSON.parse,
  ) {
    this.text = text;
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
      this.#parsed = typeof text === 'string' ? this.parse(text) : text.read();
    } catch (error) {
      if (error instanceof DecodeError) throw this.#break(error);
      // The message of the SyntaxError quotes the text, which may be a Secret.
      throw this.#break(
        new DecodeError({
          problem: 'json',
          path: 'object',
          expected: 'JSON, but the object does not parse; the body was damaged on its way',
          key: objectKey({ metadata: this.head }),
          resourceVersion: this.head.resourceVersion,
        }),
      );
    }
    this.text = undefined;

    return this.#parsed;
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
