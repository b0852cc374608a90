import { type KubeError, isKubeError } from '@rxkube/protocol';
import { type SnapshotState } from '@rxkube/snapshots';
import { type Difference, type Entry, type MapSnapshot } from '@rxkube/snapshots/internal';
import { type Subscription } from 'rxjs';

import { type ScopeState } from './merged-snapshot.js';

/** One scope of a merge, and the part of its set that the whole shows. */
export class Scope<T> {
  newest: MapSnapshot<T> | undefined;
  subscription: Subscription | undefined;
  #shown: MapSnapshot<T> | undefined;
  #end: { readonly error: unknown } | undefined;

  constructor(
    readonly name: string,
    readonly leaveOut: (error: KubeError) => boolean,
  ) {}

  /** Whether the scope has had a set. */
  get isComplete(): boolean {
    return this.newest?.isComplete === true;
  }

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  get error(): unknown {
    return this.#end?.error ?? this.newest?.error;
  }

  /** Whether the whole does without this scope: it has had no set, and its error says that it may not. */
  get isLeftOut(): boolean {
    const { error } = this;

    return !this.isComplete && isKubeError(error) && this.leaveOut(error);
  }

  get depth(): number {
    return this.newest?.depth ?? 0;
  }

  /** Records that the stream of the scope is over. */
  end(error: unknown): void {
    this.#end = { error };
  }

  /** Returns the differences since the last call, once the scope has a set. */
  takeDifferences(): readonly Difference<Entry<T>>[] {
    const { newest } = this;
    if (newest?.isComplete !== true) return [];
    const differences = newest.differencesSince(this.#shown);
    this.#shown = newest;

    return differences;
  }

  /** Returns the entries of the scope that the whole shows. */
  shownEntries(): Iterable<[string, Entry<T>]> {
    return this.#shown?.entrySet() ?? [];
  }

  /** The state of the scope as a source of the whole. */
  sourceState(): SnapshotState | undefined {
    const { newest } = this;
    if (newest === undefined || !this.isEnded) return newest;
    const { resourceVersion, since, lastContact, progress, isComplete } = newest;
    const error = this.error;

    return {
      phase: isComplete ? 'interrupted' : 'listing',
      error: isKubeError(error) ? error : undefined,
      resourceVersion,
      since,
      lastContact,
      progress,
      isComplete,
      retryAt: undefined,
    };
  }

  scopeState(): ScopeState {
    const { error, isLeftOut } = this;
    const phase = this.isEnded ? 'ended' : (this.newest?.phase ?? 'listing');

    return { phase, error, size: this.newest?.size ?? 0, isLeftOut };
  }
}
