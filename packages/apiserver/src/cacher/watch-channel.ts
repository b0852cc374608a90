import { type Subscriber } from 'rxjs';

import { chunkedOutput } from './chunked-output.js';
import { type Change } from '../storage/change.js';
import { type DispatchTarget } from './dispatcher.js';
import { type ReaderGate } from '../responses/reader-gate.js';
import { type HistoryEnd } from './watch-history.js';

/** What one watch sends, and how much may wait for its reader. */
export interface WatchChannelOptions {
  /** Changes that may wait, and as many frames of changes before them. */
  readonly size: number;
  /** The frames that come first. */
  readonly initial: Iterator<Uint8Array, HistoryEnd>;
  /** Whether they end with the mark of a streaming list. */
  readonly endMark: boolean;
  /** Changes up to this revision are no news. */
  readonly above: number;
  /** Whether the watch is about the object of a change at all. */
  readonly inScope: (change: Change) => boolean;
  /** The frame of a change for this watch, if it has one. */
  readonly frameOf: (change: Change) => Uint8Array | undefined;
  readonly gate: ReaderGate;
  /** Called when there is room for changes again. */
  readonly onRoom: () => void;
  /** Called when it takes no more changes: dropped, or overtaken. */
  readonly onLeave: () => void;
}

/** Frames that wait at most where changes may wait without bound. */
const LARGEST_RESULT = 100;

/**
 * The two queues between the changes of a resource and the reader of one watch.
 *
 * ```text
 * changes ─▶ input ─▶ frame in hand ─▶ result ─▶ reader, while its gate is open
 *       initial part ─┘
 * ```
 *
 * - While the reader takes all, nothing waits and frames that are there at once share a chunk.
 * - The initial part is made as the reader takes it; changes wait in the input meanwhile.
 * - Once dropped, the reader gets what lies in the result, and the end: whole frames without a gap. A streaming list whose
 *   mark is still to come is given all that waits, so that it can finish.
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

  /** The revision of the last change that it has been told of. */
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

  /** Takes a frame, or a change, behind all that waits; false where there is no room. */
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

  /** Hands on what the reader takes, and fills up what then waits for it. */
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

  /** Moves frames on to where they wait for the reader. */
  #fill(): void {
    const size = Math.min(this.#options.size, LARGEST_RESULT);
    for (;;) {
      this.#hand = this.#take();
      if (this.#hand === undefined || this.#result.length >= size) return;
      this.#result.push(this.#hand);
      this.#hand = undefined;
    }
  }

  /** The next frame: the one in hand, of the initial part, or of a change that concerns this watch. */
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
      const frame = item instanceof Uint8Array ? item : this.#options.frameOf(item);
      if (frame !== undefined) return frame;
    }

    return undefined;
  }

  #leave(): void {
    if (!this.#accepts) return;
    this.#accepts = false;
    this.#options.onLeave();
  }

  /** Forgets all but the result. */
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
