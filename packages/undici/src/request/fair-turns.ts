/** Milliseconds for which a body is read before timers and other sockets have their turn. */
const TURN = 8;
/** A gap of this many milliseconds between two chunks counts as the end of a turn. */
const GAP = 1;

/** Pauses and resumes the bytes of one response. */
export interface Flow {
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Shares the event loop between one body and everything else. Node reads up to 2 MiB from a socket before it looks at
 * its timers, and a page of that size takes its reader several dozen milliseconds.
 */
export class FairTurns {
  #began = 0;
  #ended = -Infinity;
  #isResting = false;
  /** The reader itself wants no more. */
  #isFull = false;
  #rest: NodeJS.Immediate | undefined;

  constructor(private readonly flow: Flow) {}

  /** @param write hands on one chunk; false where the reader wants no more for now. */
  take(write: () => boolean): void {
    const now = performance.now();
    if (now - this.#ended > GAP) this.#began = now;
    if (!write()) {
      this.#isFull = true;
      this.flow.pause();
    }
    this.#ended = performance.now();
    if (this.#isResting || this.#ended - this.#began < TURN) return;
    this.#isResting = true;
    this.flow.pause();
    this.#rest = setImmediate(() => {
      this.#isResting = false;
      this.#began = performance.now();
      this.#ended = this.#began;
      if (!this.#isFull) this.flow.resume();
    });
  }

  /** The reader has room again. */
  drain(): void {
    this.#isFull = false;
    if (!this.#isResting) this.flow.resume();
  }

  /** Nothing more comes. */
  end(): void {
    clearImmediate(this.#rest);
    this.#isResting = false;
  }
}
