import { platform } from './platform.js';

/** Milliseconds for which a body is read before frames and timers get an event loop turn. */
const TURN = 8;
/** A gap of so many milliseconds between two chunks counts as the end of a turn. */
const GAP = 1;

/**
 * Shares the event loop between one body and the rest of the page. `read()` of a body resolves in microtasks while
 * bytes are there, so a list of 20,000 objects would hold back all frames until its end.
 */
export class EventLoopTurns {
  #began = 0;
  #ended = -Infinity;

  /** Calls `handle`, and says whether the next chunk has to wait for {@link nextTurn}. */
  take(handle: () => void): boolean {
    const { performance } = platform();
    const now = performance.now();
    if (now - this.#ended > GAP) this.#began = now;
    handle();
    this.#ended = performance.now();

    return this.#ended - this.#began >= TURN;
  }

  /** Resolves in a later turn. A message is not throttled in a hidden tab, as a timer is. */
  async nextTurn(): Promise<void> {
    const { port1, port2 } = new (platform().MessageChannel)();
    await new Promise<void>((resolve) => {
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
    this.#ended = -Infinity;
  }
}
