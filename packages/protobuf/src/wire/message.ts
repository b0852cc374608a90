import { decodeUtf8 } from '@rxkube/protocol/internal';

import { broken } from './broken.js';

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;
/** Made when it is first used, as some environments get it after the imports. */
let exactDecoder: TextDecoder | undefined;

/**
 * Reads the fields of one message, one after the other, and nothing inside of them: there is no depth to get lost in.
 *
 * Written by hand, since a library gives an object for each field that is skipped: reading the head of an object took
 * 2.4 times as long with the reader of `@bufbuild/protobuf/wire`. It also has to be stricter: a field that leaves its
 * message, a group and a number that does not end are errors.
 *
 * https://protobuf.dev/programming-guides/encoding/
 */
export class Message {
  /** The number of the field. */
  field = 0;
  #type = VARINT;
  #value = 0;
  #start = 0;
  readonly #from: number;
  #at: number;
  /** Whether the number that is read goes on. */
  #isOpen = false;

  /** @param path where the message stands, for errors. */
  constructor(
    readonly bytes: Uint8Array,
    readonly path: string,
    start = 0,
    private readonly end = bytes.length,
  ) {
    this.#from = start;
    this.#at = start;
  }

  /**
   * Goes on to the next field; false behind the last one.
   *
   * @throws DecodeError `protobuf` where there is no whole field.
   */
  next(): boolean {
    if (this.#at >= this.end) return false;
    const tag = this.#varint();
    this.field = Math.floor(tag / 8);
    this.#type = tag % 8;
    if (this.field < 1 || tag > 0xffff_ffff) throw this.wrong('a field with a number');
    this.#start = this.#at;
    switch (this.#type) {
      case VARINT:
        this.#value = this.#varint();
        break;
      case BYTES: {
        const length = this.#varint();
        this.#start = this.#at;
        if (length < 0) throw this.wrong('a length that is not negative');
        this.#at += length;
        break;
      }
      case FIXED_64:
        this.#at += 8;
        break;
      case FIXED_32:
        this.#at += 4;
        break;
      default:
        throw this.wrong('no group and no unknown type of field');
    }
    if (this.#at > this.end) throw this.wrong('a field that ends within its message');

    return true;
  }

  /** The value of a field that is a number. A negative one comes with its sign; beyond 2^53 it is rounded. */
  number(): number {
    if (this.#type !== VARINT) throw this.wrong(`a number in field ${String(this.field)}`);

    return this.#value;
  }

  /** The digits of a field that is a whole number, all of them. */
  digits(): string {
    const value = this.number();
    if (Number.isSafeInteger(value)) return String(value);
    let exact = 0n;
    for (let at = this.#at - 1; at >= this.#start; at--) {
      exact = (exact << 7n) | BigInt((this.bytes[at] ?? 0) & 0x7f);
    }

    return String(BigInt.asIntN(64, exact));
  }

  /** The value of a field that is a floating-point number. */
  double(): number {
    if (this.#type !== FIXED_64) {
      throw this.wrong(`a floating-point number in field ${String(this.field)}`);
    }
    const { buffer, byteOffset } = this.bytes;

    return new DataView(buffer, byteOffset).getFloat64(this.#start, true);
  }

  /** The value of a text field. Invalid UTF-8 becomes U+FFFD, as in JSON. */
  text(): string {
    return this.#isEmpty() ? '' : decodeUtf8(this.view());
  }

  /** The same for a text that tells one object from another, so that no two of them become one. */
  exactText(): string {
    if (this.#isEmpty()) return '';
    try {
      exactDecoder ??= new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

      return exactDecoder.decode(this.view());
    } catch {
      throw this.wrong(`UTF-8 in field ${String(this.field)}`);
    }
  }

  /** The bytes of a field, not copied. */
  view(): Uint8Array {
    this.#expectBytes();

    return this.bytes.subarray(this.#start, this.#at);
  }

  /** A copy of the bytes of a field. */
  copy(): Uint8Array {
    this.#expectBytes();

    // That of a Buffer would copy nothing.
    return Uint8Array.prototype.slice.call(this.bytes, this.#start, this.#at);
  }

  /** The same message, to be read from its beginning. */
  again(): Message {
    return new Message(this.bytes, this.path, this.#from, this.end);
  }

  /** Passes over the bytes that a message begins with; false where it does not. */
  skip(beginning: Uint8Array): boolean {
    for (let at = 0; at < beginning.length; at++) {
      if (this.#at + at >= this.end || this.bytes[this.#at + at] !== beginning[at]) return false;
    }
    this.#at += beginning.length;

    return true;
  }

  /** The message that a field is. */
  message(name: string): Message {
    this.#expectBytes();

    return new Message(this.bytes, `${this.path}.${name}`, this.#start, this.#at);
  }

  /** An error about this message. */
  wrong(expected: string): Error {
    return broken(this.path, expected);
  }

  /** Go writes every text, so that most of them are empty. */
  #isEmpty(): boolean {
    this.#expectBytes();

    return this.#start === this.#at;
  }

  #expectBytes(): void {
    if (this.#type !== BYTES)
      throw this.wrong(`a text or a message in field ${String(this.field)}`);
  }

  #varint(): number {
    const { bytes, end } = this;
    const first = this.#at < end ? (bytes[this.#at] ?? 0) : 0x80;
    if (first < 0x80) {
      this.#at++;

      return first;
    }
    const second = this.#at + 1 < end ? (bytes[this.#at + 1] ?? 0) : 0x80;
    if (second < 0x80) {
      this.#at += 2;

      return (first & 0x7f) + second * 0x80;
    }

    return this.#longVarint();
  }

  /** Twice 28 bits and the last 8: each part, and their sum where it is a safe integer, is exact. */
  #longVarint(): number {
    const low = this.#bits(4);
    const middle = this.#isOpen ? this.#bits(4) : 0;
    const high = this.#isOpen ? this.#bits(2) : 0;
    if (this.#isOpen || high > 0xff) throw this.wrong('a number that ends');

    return low + (middle * 2 ** 28 + (high >= 0x80 ? high - 0x100 : high) * 2 ** 56);
  }

  /** So many bytes of a number, seven bits each, or fewer where it ends before. */
  #bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) {
      const byte = this.#at < this.end ? (this.bytes[this.#at] ?? 0) : 0x80;
      this.#at++;
      value += (byte & 0x7f) << (7 * index);
      this.#isOpen = byte >= 0x80;
      if (!this.#isOpen) break;
    }

    return value;
  }
}
