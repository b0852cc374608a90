/** Reads what is nearly always written in the bytes of the time before, and is read only where it is not. */
export class Repeated<T> {
  #bytes: Uint8Array | undefined;
  #value: T | undefined;

  constructor(private readonly read: (bytes: Uint8Array) => T) {}

  /** The value of some bytes, with a copy of them as the key. */
  of(bytes: Uint8Array): T {
    if (this.#bytes === undefined || !isSame(this.#bytes, bytes)) {
      this.#value = this.read(bytes);
      this.#bytes = new Uint8Array(bytes);
    }

    return this.#value as T;
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;

  return true;
}
