import { type Leading } from './leadership.js';
import { type Moment } from './moment.js';

/** One term of a leader. It ends a fixed time after the last successful renewal was sent. */
export class Term implements Leading {
  readonly _tag = 'Leading';
  readonly transitions: number;
  readonly holds = (): boolean => this.remaining > 0;
  readonly #deadline: number;
  readonly #release: () => void;
  readonly #controller = new AbortController();
  #renewed: Moment;

  /** @param release gives the Lease back; the term has ended before. */
  constructor(transitions: number, renewed: Moment, deadline: number, release: () => void) {
    this.transitions = transitions;
    this.#renewed = renewed;
    this.#deadline = deadline;
    this.#release = release;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds until the end, unless a renewal comes. */
  get remaining(): number {
    return this.#controller.signal.aborted ? 0 : this.#deadline - this.#renewed.elapsed;
  }

  renew(sent: Moment): void {
    this.#renewed = sent;
  }

  end(): void {
    this.#controller.abort();
  }

  release(): void {
    if (this.holds()) this.#release();
  }
}
