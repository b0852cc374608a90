import { broken } from './broken.js';
import { PendingBytes } from './pending-bytes.js';

/** Steps on the way to a value, each of which waits for more bytes. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** The tag that precedes a field's content. */
export interface FieldStart {
  readonly field: number;
  /** Bytes that follow; `undefined` for a number, which is passed over. */
  readonly length: number | undefined;
}

/** A body that is read while it arrives. Its consumer waits by yielding, and resumes when more bytes arrive. */
export class ByteSource {
  /** How many bytes were read. */
  at = 0;
  readonly #pending = new PendingBytes();
  #received = 0;
  #isEnded = false;

  push(chunk: Uint8Array): void {
    this.#received += chunk.length;
    this.#pending.push(chunk);
  }

  /** There are no more bytes; false where there never were any. */
  end(): boolean {
    this.#isEnded = true;

    return this.#received > 0;
  }

  /** Whether the body ends here. */
  *ends(): Steps<boolean> {
    while (this.at === this.#received && !this.#isEnded) yield;

    return this.at === this.#received;
  }

  /** So many bytes, which change with the next step. */
  *take(count: number): Steps<Uint8Array> {
    for (;;) {
      const bytes = this.#pending.take(count);
      if (bytes !== undefined) {
        this.at += count;

        return bytes;
      }
      yield* this.#wait();
    }
  }

  *skip(count: number): Steps<void> {
    const end = this.at + count;
    for (;;) {
      this.at += this.#pending.skip(end - this.at);
      if (this.at === end) return;
      yield* this.#wait();
    }
  }

  /** The start of a field. */
  *field(): Steps<FieldStart> {
    const tag = yield* this.#varint();
    const field = Math.floor(tag / 8);
    if (field < 1 || tag > 0xffff_ffff) throw this.wrong('a field with a number');
    switch (tag % 8) {
      case 0:
        yield* this.#varint();

        return { field, length: undefined };
      case 1:
        yield* this.skip(8);

        return { field, length: undefined };
      case 2:
        return { field, length: yield* this.#varint() };
      case 5:
        yield* this.skip(4);

        return { field, length: undefined };
      default:
        throw this.wrong('no group and no unknown type of field');
    }
  }

  /** An error about what was just read. */
  wrong(expected: string): Error {
    return broken('', `${expected}, at byte ${String(this.at)} of the list`);
  }

  /** An error about a body that has ended. */
  cutShort(): Error {
    return broken('', `a whole list; the body was cut short after ${String(this.#received)} bytes`);
  }

  /** A number without a sign. */
  *#varint(): Steps<number> {
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 2 ** 7) {
      const byte = yield* this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw this.wrong('a number that ends');
  }

  *#byte(): Steps<number> {
    for (;;) {
      const byte = this.#pending.byte();
      if (byte !== undefined) {
        this.at++;

        return byte;
      }
      yield* this.#wait();
    }
  }

  *#wait(): Steps<void> {
    if (this.#isEnded) throw this.cutShort();
    yield;
  }
}
