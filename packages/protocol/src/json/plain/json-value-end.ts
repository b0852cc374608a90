import {
  SPACE,
  QUOTE,
  COMMA,
  OPEN_ARRAY,
  BACKSLASH,
  CLOSE_ARRAY,
  OPEN_OBJECT,
  CLOSE_OBJECT,
} from './bytes.js';

/**
 * Finds where a JSON value ends, over any number of calls, by its strings and brackets alone.
 *
 * For a valid value the end is exact. Broken JSON ends anywhere, or nowhere, and `JSON.parse` refuses it afterwards.
 */
export class JsonValueEnd {
  /** The last call has found the end. */
  found = false;
  #depth = 0;
  #inString = false;
  /** The last byte was a backslash. */
  #isEscape = false;

  /** Begins a new value. */
  reset(): void {
    this.found = false;
    this.#depth = 0;
    this.#inString = false;
    this.#isEscape = false;
  }

  /**
   * Returns the end of the value, or the length of `bytes` if it goes on.
   *
   * @param start the first byte of the value, or the byte at which it goes on.
   */
  find(bytes: Uint8Array, start: number): number {
    const { length } = bytes;
    let at = start;
    let depth = this.#depth;
    let inString = this.#inString;
    if (this.#isEscape && at < length) at++;
    this.#isEscape = false;
    while (at < length) {
      if (inString) {
        while (at < length) {
          const byte = bytes[at++];
          if (byte === QUOTE) {
            inString = false;
            break;
          }
          if (byte === BACKSLASH) at++;
        }
        if (inString) break;
        if (depth === 0) return this.#end(at);
        continue;
      }
      const byte = bytes[at];
      if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        // Behind a literal it closes the container of the value.
        if (depth === 0) return this.#end(at);
        depth--;
        if (depth === 0) return this.#end(at + 1);
      } else if (depth === 0 && (byte === COMMA || (byte ?? 0) <= SPACE)) return this.#end(at);
      at++;
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#isEscape = at > length;

    return length;
  }

  #end(at: number): number {
    this.found = true;

    return at;
  }
}
