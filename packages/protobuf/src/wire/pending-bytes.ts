/** A buffer that grew beyond this is given back when what it was for is whole. */
const KEPT_BYTES = 256 * 1024;
const FIRST_BYTES = 4 * 1024;

/**
 * Returns the requested number of bytes, wherever the chunks are cut. The caller repeats a request until the bytes have
 * arrived. They are kept as they arrive, so an announced length is never allocated. The cost is linear in the bytes.
 */
export class PendingBytes {
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** The first bytes of the request, if it spans chunks. */
  #kept = new Uint8Array(FIRST_BYTES);
  #length = 0;

  /** Adds the next chunk. All of the one before must have been asked for. */
  push(chunk: Uint8Array): void {
    // Parts of a Buffer take several times as long to make.
    this.#chunk = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#at = 0;
  }

  /** One byte; `undefined` where there is none yet. */
  byte(): number | undefined {
    return this.#at < this.#chunk.length ? this.#chunk[this.#at++] : undefined;
  }

  /** So many bytes, or `undefined` where they are not there yet. They change with the next call. */
  take(count: number): Uint8Array | undefined {
    const missing = count - this.#length;
    const left = this.#chunk.length - this.#at;
    if (missing > left) {
      this.#keep(left);

      return undefined;
    }
    if (this.#length === 0) return this.#next(count);
    this.#keep(missing);
    const whole = this.#kept.subarray(0, count);
    this.#length = 0;
    if (this.#kept.length > KEPT_BYTES) this.#kept = new Uint8Array(FIRST_BYTES);

    return whole;
  }

  /** Passes over as many of so many bytes as are there, and says how many. */
  skip(count: number): number {
    return this.#next(Math.min(count, this.#chunk.length - this.#at)).length;
  }

  #keep(count: number): void {
    const length = this.#length + count;
    if (length > this.#kept.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#kept.length));
      larger.set(this.#kept.subarray(0, this.#length));
      this.#kept = larger;
    }
    this.#kept.set(this.#next(count), this.#length);
    this.#length = length;
  }

  #next(count: number): Uint8Array {
    this.#at += count;

    return this.#chunk.subarray(this.#at - count, this.#at);
  }
}
