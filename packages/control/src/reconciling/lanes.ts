import { type KeyState, type LaneName } from './key-state.js';

/** Every eighth run takes the oldest key of the second lane, so that a busy first lane starves no key. */
const TURNS = 8;

/** The keys that wait for a run. */
export class Lanes<T> {
  readonly #changes = new Lane<T>('changes');
  readonly #bulk = new Lane<T>('bulk');
  #turn = 0;
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Adds a key, or moves it from the second lane to the first. */
  add(state: KeyState<T>, lane: LaneName): void {
    if (state.lane === lane || state.lane === 'changes') return;
    if (state.lane === undefined) this.#size++;
    state.lane = lane;
    (lane === 'changes' ? this.#changes : this.#bulk).push(state);
  }

  /** Removes a key. Its lane skips it. */
  remove(state: KeyState<T>): void {
    if (state.lane === undefined) return;
    state.lane = undefined;
    this.#size--;
  }

  takeTurn(): KeyState<T> | undefined {
    this.#turn = (this.#turn + 1) % TURNS;
    const [first, second] =
      this.#turn === 0 ? [this.#bulk, this.#changes] : [this.#changes, this.#bulk];
    const state = first.shift() ?? second.shift();
    if (state !== undefined) this.remove(state);

    return state;
  }
}

/** A queue. Keys that have left it stay in the array until their turn. */
class Lane<T> {
  readonly #name: LaneName;
  #states: KeyState<T>[] = [];
  #head = 0;

  constructor(name: LaneName) {
    this.#name = name;
  }

  push(state: KeyState<T>): void {
    this.#states.push(state);
  }

  shift(): KeyState<T> | undefined {
    while (this.#head < this.#states.length) {
      const state = this.#states[this.#head++];
      if (state?.lane === this.#name) {
        this.#compact();

        return state;
      }
    }
    this.#states = [];
    this.#head = 0;

    return undefined;
  }

  /** Each key is copied at most once for each key that was taken. */
  #compact(): void {
    if (this.#head < 1_024 || this.#head * 2 < this.#states.length) return;
    this.#states = this.#states.slice(this.#head);
    this.#head = 0;
  }
}
