/**
 * Notices that continue tokens go round in a circle, while it keeps two of them: the last one, and the one at the last
 * power of two, which a circle of any length comes back to (Brent's way).
 */
export class TokenCycles {
  #last: string | undefined;
  #mark: string | undefined;
  #since = 0;
  #reach = 1;

  /** Takes the next token; says whether it was given before. */
  closesWith(token: string): boolean {
    if (token === this.#last || token === this.#mark) return true;
    this.#last = token;
    if (++this.#since === this.#reach) {
      this.#mark = token;
      this.#since = 0;
      this.#reach *= 2;
    }

    return false;
  }

  /** The list starts over. */
  restart(): void {
    this.#last = undefined;
    this.#mark = undefined;
    this.#since = 0;
    this.#reach = 1;
  }
}
