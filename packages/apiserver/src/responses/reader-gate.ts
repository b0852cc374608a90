import { type Observable, Subject } from 'rxjs';

/**
 * Says whether the reader of a body takes more at this moment. The body looks before it sends the
 * next chunk.
 */
export class ReaderGate {
  readonly #opened = new Subject<void>();
  #holds = 0;

  get open(): boolean {
    return this.#holds === 0;
  }

  /** Emits each time it opens. */
  get opened(): Observable<void> {
    return this.#opened;
  }

  /**
   * Closes the gate until the returned function is called. The gate is open if there is no hold.
   */
  hold(): () => void {
    let held = true;
    this.#holds += 1;

    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.open) this.#opened.next();
    };
  }
}
