const FIRST_BYTES = 4 * 1024;
/** A buffer that grew beyond this is released when it is emptied. */
const KEPT_BYTES = 256 * 1024;

/** Bytes that are collected piece by piece, at a cost that is linear in all of them. */
export class GrowingBytes {
  length = 0;
  #buffer = new Uint8Array(FIRST_BYTES);

  /** Takes a copy of a part of `bytes`. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const length = this.length + end - start;
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(length, this.#buffer.length * 2));
      larger.set(this.#buffer.subarray(0, this.length));
      this.#buffer = larger;
    }
    this.#buffer.set(bytes.subarray(start, end), this.length);
    this.length = length;
  }

  /** The collected bytes from `start` to `end`. The view changes when bytes are added or dropped. */
  from(start: number, end = this.length): Uint8Array {
    return this.#buffer.subarray(start, end);
  }

  /** The byte at an index; `undefined` behind the last one. */
  at(index: number): number | undefined {
    return index < this.length ? this.#buffer[index] : undefined;
  }

  /** Drops the first bytes. */
  drop(count: number): void {
    if (count < this.length) {
      this.#buffer.copyWithin(0, count, this.length);
      this.length -= count;
    } else this.clear();
  }

  /** Drops all bytes. */
  clear(): void {
    this.length = 0;
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = new Uint8Array(FIRST_BYTES);
  }
}
