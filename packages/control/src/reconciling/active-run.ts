import { type CacheSnapshot, type Removed } from '@rxkube/operators';
import { type Subscription } from 'rxjs';

import { type KeyState } from './key-state.js';
import { type Run, type RunReason } from './run.js';

/** A run that has begun. */
export class ActiveRun<T> implements Run<T> {
  readonly key: string;
  readonly attempt: number;
  readonly why: RunReason;
  readonly isBehind: boolean;
  readonly queuedMs: number;
  readonly begunAt: number;
  readonly deletion: Removed<T> | undefined;
  readonly state: KeyState<T>;
  /** The subscription to the handler. */
  subscription: Subscription | undefined;
  readonly #snapshot: CacheSnapshot<T>;
  #controller: AbortController | undefined;

  constructor(state: KeyState<T>, snapshot: CacheSnapshot<T>, now: number) {
    this.state = state;
    this.key = state.key;
    this.attempt = state.failures + 1;
    this.why = reasonFor(state);
    this.isBehind = state.isBehind;
    this.queuedMs = now - state.dueSince;
    this.begunAt = now;
    this.deletion = state.deletions[0];
    this.#snapshot = snapshot;
  }

  get object(): T | undefined {
    return this.deletion === undefined ? this.#snapshot.get(this.key) : undefined;
  }

  get last(): T | undefined {
    return this.deletion?.object;
  }

  /** Made on demand, because most handlers do not use it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();

    return this.#controller.signal;
  }

  snapshot(): CacheSnapshot<T> {
    return this.#snapshot;
  }

  abort(): void {
    this.subscription?.unsubscribe();
    this.#controller?.abort();
  }
}

/** A deletion can wait behind the change that queued the key. */
function reasonFor({ deletions, failures, why = 'change' }: KeyState<unknown>): RunReason {
  if (deletions.length === 0) return why;

  return failures > 0 ? 'retry' : 'deletion';
}
