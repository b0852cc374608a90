/**
 * Runs pieces of work one after another. Work that is added during another piece runs after that
 * piece.
 */
export class NotificationQueue {
  readonly #waiting: (() => void)[] = [];
  #running = false;

  run(work: () => void): void {
    this.#waiting.push(work);
    if (this.#running) return;
    this.#running = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        next();
      }
    } finally {
      this.#running = false;
    }
  }
}
