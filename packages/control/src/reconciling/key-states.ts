import { type Change, type Removed } from '@rxkube/operators';

import { KeyState } from './key-state.js';
import { sameAspect } from './same-aspect.js';

/** The keys that have an object, a run, or something to wait for. */
export class KeyStates<T> {
  readonly #by: ((object: T) => unknown) | undefined;
  readonly #states = new Map<string, KeyState<T>>();

  /** @param by the aspect whose changes matter; without one all do. */
  constructor(by: ((object: T) => unknown) | undefined) {
    this.#by = by;
  }

  get(key: string): KeyState<T> | undefined {
    return this.#states.get(key);
  }

  values(): IterableIterator<KeyState<T>> {
    return this.#states.values();
  }

  forgetIfPossible(state: KeyState<T>): void {
    if (state.isForgettable) this.#states.delete(state.key);
  }

  clear(): void {
    for (const state of this.#states.values()) {
      state.clearTimer();
      state.clearHold();
    }
    this.#states.clear();
  }

  /** Notes a change. Returns the state of its key if the change asks for a run. */
  note(change: Change<T>): KeyState<T> | undefined {
    const state = this.#stateOf(change.key);
    switch (change._tag) {
      case 'Added':
        state.isPresent = true;
        state.aspect = this.#by?.(change.object);
        break;
      case 'Updated':
        if (!this.#isRelevant(state, change)) return undefined;
        break;
      case 'Deleted':
        noteDeletion(state, change);

        return state;
    }
    state.clearTimer();
    state.isDue = true;

    return state;
  }

  #isRelevant(state: KeyState<T>, change: Change<T>): boolean {
    if (this.#by === undefined) return true;
    const aspect = this.#by(change.object);
    if (sameAspect(aspect, state.aspect)) return false;
    state.aspect = aspect;

    return true;
  }

  #stateOf(key: string): KeyState<T> {
    let state = this.#states.get(key);
    if (state === undefined) {
      state = new KeyState(key);
      this.#states.set(key, state);
    }

    return state;
  }
}

/** Another object is another history: its predecessor's failures, timers and conditions do not count. */
function noteDeletion<T>(state: KeyState<T>, change: Removed<T>): void {
  state.clearHold();
  state.clearTimer();
  state.isPresent = false;
  state.isDue = false;
  state.isBehind = false;
  state.failures = 0;
  state.deletions.push(change);
}
