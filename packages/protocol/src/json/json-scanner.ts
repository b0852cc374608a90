import {
  TAB,
  NEWLINE,
  RETURN,
  SPACE,
  QUOTE,
  COMMA,
  COLON,
  OPEN_ARRAY,
  BACKSLASH,
  CLOSE_ARRAY,
  OPEN_OBJECT,
  CLOSE_OBJECT,
} from './plain/bytes.js';
import { asciiBytes } from '../platform/utf8.js';

/** The values that the grammar allows at the next byte. */
const enum Expect {
  Value,
  ValueOrEnd,
  Key,
  KeyOrEnd,
  Colon,
  CommaOrEnd,
  InString,
  InEscape,
  InLiteral,
}

/** How a watch event begins. Inside an unfinished document, at the start of a line, it is the next document. */
const EVENT = asciiBytes('{"type":"');

/** The result of {@link JsonScanner.scan}. */
export const enum Found {
  /** All bytes were read, and the value goes on. */
  More,
  /** A value is complete. */
  Value,
  /** The bytes are not JSON from here on. */
  Broken,
}

/**
 * Finds where a JSON value ends, byte by byte and over any number of calls, and notices where it breaks.
 *
 * It checks the grammar between values, strings and literals. `JSON.parse` checks the inside of strings and literals.
 */
export class JsonScanner {
  /** The place at which the last call stopped: behind the value, at the broken byte, or at the end. */
  at = 0;

  /** Only white space has been read so far. */
  get idle(): boolean {
    return this.#depth === 0 && this.#expect === Expect.Value;
  }

  #expect: Expect = Expect.Value;
  #key = false;
  /** One byte for each open container: 1 for an object, 0 for an array. */
  #stack = new Uint8Array(64);
  #depth = 0;
  /** How many bytes of {@link EVENT} the current line has repeated; -1 if it differs. */
  #repeated = -1;

  /** Begins a new value. */
  reset(): void {
    this.#expect = Expect.Value;
    this.#depth = 0;
    this.#repeated = -1;
  }

  /** Reads from `start` up to `end`, and stops at the end of the first value. */
  scan(bytes: Uint8Array, start: number, end: number): Found {
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#beginsAnEvent(byte)) return this.#stop(at, Found.Broken);
      switch (this.#expect) {
        case Expect.InString:
          if (byte === QUOTE) {
            if (this.#key) this.#expect = Expect.Colon;
            else if (this.#endsValue()) return this.#stop(at + 1, Found.Value);
          } else if (byte === BACKSLASH) this.#expect = Expect.InEscape;
          else if (byte < SPACE) return this.#stop(at, Found.Broken);
          continue;
        case Expect.InEscape:
          this.#expect = Expect.InString;
          continue;
        case Expect.InLiteral:
          if (!endsLiteral(byte)) continue;
          // The byte behind a literal is not part of it: at the top it begins what follows.
          if (this.#endsValue()) return this.#stop(at, Found.Value);
          break;
        default:
      }
      if (byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB) continue;
      const found = this.#structural(byte);
      if (found === Found.Value) return this.#stop(at + 1, found);
      if (found === Found.Broken) return this.#stop(at, found);
    }

    return this.#stop(end, Found.More);
  }

  /** A literal at the top has no end of its own: the end of the bytes is its end. */
  endsHere(): boolean {
    return this.#expect === Expect.InLiteral && this.#depth === 0;
  }

  #structural(byte: number): Found {
    switch (this.#expect) {
      case Expect.ValueOrEnd:
        if (byte === CLOSE_ARRAY) return this.#close(0);

        return this.#begin(byte);
      case Expect.Value:
        return this.#begin(byte);
      case Expect.KeyOrEnd:
        if (byte === CLOSE_OBJECT) return this.#close(1);

        return this.#beginKey(byte);
      case Expect.Key:
        return this.#beginKey(byte);
      case Expect.Colon:
        if (byte !== COLON) return Found.Broken;
        this.#expect = Expect.Value;

        return Found.More;
      default:
        return this.#next(byte);
    }
  }

  #begin(byte: number): Found {
    if (byte === OPEN_OBJECT) this.#open(1);
    else if (byte === OPEN_ARRAY) this.#open(0);
    else if (byte === QUOTE) {
      this.#key = false;
      this.#expect = Expect.InString;
    } else if (endsLiteral(byte)) return Found.Broken;
    else this.#expect = Expect.InLiteral;

    return Found.More;
  }

  #beginKey(byte: number): Found {
    if (byte !== QUOTE) return Found.Broken;
    this.#key = true;
    this.#expect = Expect.InString;

    return Found.More;
  }

  /** Behind a value inside a container. */
  #next(byte: number): Found {
    const inObject = this.#stack[this.#depth - 1] === 1;
    if (byte === COMMA) {
      this.#expect = inObject ? Expect.Key : Expect.Value;

      return Found.More;
    }
    if (byte === CLOSE_OBJECT) return this.#close(1);
    if (byte === CLOSE_ARRAY) return this.#close(0);

    return Found.Broken;
  }

  #open(kind: 0 | 1): void {
    if (this.#depth === this.#stack.length) {
      const larger = new Uint8Array(this.#stack.length * 2);
      larger.set(this.#stack);
      this.#stack = larger;
    }
    this.#stack[this.#depth++] = kind;
    this.#expect = kind === 1 ? Expect.KeyOrEnd : Expect.ValueOrEnd;
  }

  #close(kind: 0 | 1): Found {
    if (this.#depth === 0 || this.#stack[this.#depth - 1] !== kind) return Found.Broken;
    this.#depth--;

    return this.#endsValue() ? Found.Value : Found.More;
  }

  /** A value has ended. Returns whether it was the outermost one. */
  #endsValue(): boolean {
    this.#expect = this.#depth === 0 ? Expect.Value : Expect.CommaOrEnd;

    return this.#depth === 0;
  }

  #beginsAnEvent(byte: number): boolean {
    if (byte === NEWLINE) {
      this.#repeated = this.#depth > 0 ? 0 : -1;

      return false;
    }
    if (this.#repeated < 0) return false;
    this.#repeated = byte === EVENT[this.#repeated] ? this.#repeated + 1 : -1;

    return this.#repeated === EVENT.length;
  }

  #stop(at: number, found: Found): Found {
    this.at = at;

    return found;
  }
}

function endsLiteral(byte: number): boolean {
  return (
    byte <= SPACE ||
    byte === COMMA ||
    byte === COLON ||
    byte === CLOSE_ARRAY ||
    byte === CLOSE_OBJECT ||
    byte === OPEN_ARRAY ||
    byte === OPEN_OBJECT ||
    byte === QUOTE
  );
}
