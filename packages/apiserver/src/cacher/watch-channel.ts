import { type Subscriber } from 'rxjs';

import { isBytes } from '@rxkube/protocol/internal';

import { chunkedOutput } from './chunked-output.js';
import { type Change } from '../storage/change.js';
import { type DispatchTarget } from './dispatcher.js';
import { type ReaderGate } from '../responses/reader-gate.js';
import { type HistoryEnd } from './watch-history.js';

/** The parts of one watch, and how much may wait for its watcher. */
export interface WatchChannelOptions {
  /** The number of changes that may wait, and of frames before them. */
  readonly size: number;
  /** The first frames. */
  readonly initial: Iterator<Uint8Array, HistoryEnd>;
  /** Whether the first frames end with the mark of a streaming list. */
  readonly endMark: boolean;
  /** Changes up to this revision are skipped. */
  readonly above: number;
  /** Whether the path of the watch covers the object of a change. */
  readonly inScope: (change: Change) => boolean;
  /** Makes the frame of a change, if this watch has one for it. */
  readonly frameOf: (change: Change) => Uint8Array | undefined;
  readonly gate: ReaderGate;
  /** Called when there is room for changes again. */
  readonly onRoom: () => void;
  /**
   * Called when the channel takes no more changes: it was dropped, or the history was overwritten.
   */
  readonly onLeave: () => void;
}

/** The most frames that wait, even if any number of changes may. */
const LARGEST_RESULT = 100;

/**
 * The two queues between the changes of a resource and the watcher.
 *
 * ```text
 * changes ─▶ input ─▶ frame in hand ─▶ result ─▶ watcher, while its gate is open
 *       initial part ─┘
 * ```
 *
 * - While the watcher takes everything, nothing waits, and frames that are ready together share a
 *   chunk.
 * - The initial part is made while the watcher takes it. Meanwhile changes wait in the input.
 * - A watcher that is dropped gets the frames of the result, and the end: whole frames without a
 *   gap.
 * - A streaming list that is dropped before its mark gets everything that waits, so that it can
 *   finish.
 */
export class WatchChannel implements DispatchTarget {
  readonly #options: WatchChannelOptions;
  readonly #subscriber: Subscriber<Uint8Array>;
  readonly #output: ReturnType<typeof chunkedOutput>;
  readonly #input: (Change | Uint8Array)[] = [];
  readonly #result: Uint8Array[] = [];
  #initial: Iterator<Uint8Array, HistoryEnd> | undefined;
  #hand: Uint8Array | undefined;
  #accepts = true;
  #pumping = false;
  #offered: number;

  constructor(options: WatchChannelOptions, subscriber: Subscriber<Uint8Array>) {
    this.#options = options;
    this.#subscriber = subscriber;
    this.#output = chunkedOutput(subscriber);
    this.#initial = options.initial;
    this.#offered = options.above;
    subscriber.add(
      options.gate.opened.subscribe({
        next: () => {
          this.pump();
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
      }),
    );
  }

  /** The revision of the last change that the channel took. */
  get offered(): number {
    return this.#offered;
  }

  offer(change: Change): boolean {
    const { above, inScope } = this.#options;
    if (!this.#accepts || change.revision <= above || !inScope(change)) return true;
    if (!this.offerFrame(change)) return false;
    this.#offered = change.revision;

    return true;
  }

  /** Takes a frame or a change, behind everything that waits. Returns false if there is no room. */
  offerFrame(item: Uint8Array | Change): boolean {
    if (this.#input.length >= this.#options.size) return false;
    this.#input.push(item);
    this.pump();

    return true;
  }

  drop(): void {
    const unmarked = this.#options.endMark && this.#initial !== undefined;
    this.#leave();
    if (!unmarked) this.#discard();
    this.pump();
  }

  /** Sends what the watcher takes, and refills the queue of frames. */
  pump(): void {
    if (this.#pumping) return;
    const { gate, onRoom, size } = this.#options;
    this.#pumping = true;
    try {
      while (gate.open && !this.#subscriber.closed) {
        const frame = this.#result.shift() ?? this.#take();
        if (frame !== undefined) this.#output.add(frame);
        else if (!this.#output.flush()) break;
      }
      if (!gate.open) this.#fill();
    } finally {
      this.#pumping = false;
    }
    if (this.#subscriber.closed) return;
    if (!this.#accepts) this.#endIfEmpty();
    else if (this.#input.length < size) onRoom();
  }

  /** Moves frames into the result while there is room. */
  #fill(): void {
    const size = Math.min(this.#options.size, LARGEST_RESULT);
    for (;;) {
      this.#hand = this.#take();
      if (this.#hand === undefined || this.#result.length >= size) return;
      this.#result.push(this.#hand);
      this.#hand = undefined;
    }
  }

  /**
   * Takes the next frame: the one in hand, one of the initial part, or one of a change for this
   * watch.
   */
  #take(): Uint8Array | undefined {
    if (this.#hand !== undefined) {
      const frame = this.#hand;
      this.#hand = undefined;

      return frame;
    }
    if (this.#initial !== undefined) {
      const next = this.#initial.next();
      if (next.done !== true) return next.value;
      this.#initial = undefined;
      if (next.value === 'overwritten') {
        this.#leave();
        this.#discard();
      }
    }
    for (let item = this.#input.shift(); item !== undefined; item = this.#input.shift()) {
      const frame = isBytes(item) ? item : this.#options.frameOf(item);
      if (frame !== undefined) return frame;
    }

    return undefined;
  }

  #leave(): void {
    if (!this.#accepts) return;
    this.#accepts = false;
    this.#options.onLeave();
  }

  /** Forgets everything except the result. */
  #discard(): void {
    this.#initial = undefined;
    this.#hand = undefined;
    this.#input.length = 0;
  }

  #endIfEmpty(): void {
    const rest = this.#result.length + this.#input.length;
    if (rest === 0 && this.#hand === undefined && this.#initial === undefined) {
      this.#subscriber.complete();
    }
  }
}
