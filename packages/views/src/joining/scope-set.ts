import { type KubeError, invalidArgument } from '@rxkube/protocol';
import { type SnapshotState } from '@rxkube/snapshots';
import {
  type Difference,
  type Entry,
  type MapSnapshot,
  SnapshotLine,
} from '@rxkube/snapshots/internal';

import { isNews } from '../view-line.js';
import { MergedMapSnapshot, type ScopeState } from './merged-snapshot.js';
import { Scope } from './scope.js';
import { wholeState } from './whole-state.js';

/** The state of a merge without any scope. */
const NO_SCOPES: SnapshotState = {
  phase: 'live',
  error: undefined,
  resourceVersion: undefined,
  since: 0,
  lastContact: 0,
  progress: undefined,
  isComplete: true,
  retryAt: undefined,
};

/** The scopes of one merge, and the set that they make. */
export class ScopeSet<T> {
  readonly #scopes = new Map<string, Scope<T>>();
  readonly #line = new SnapshotLine<T>();
  /** The objects of scopes that were closed. */
  #orphans = new Set<string>();
  #shown: MapSnapshot<T> | undefined;
  #shownScopes: ReadonlyMap<string, ScopeState> = new Map();
  #hasSet = false;

  constructor(
    readonly keyOf: (scope: string, key: string) => string,
    readonly leaveOut: (error: KubeError) => boolean,
  ) {}

  /** Whether all scopes have ended. */
  get isDone(): boolean {
    return [...this.#scopes.values()].every(({ isEnded }) => isEnded);
  }

  has(name: string): boolean {
    return this.#scopes.has(name);
  }

  add(name: string): Scope<T> {
    const scope = new Scope<T>(name, this.leaveOut);
    this.#scopes.set(name, scope);

    return scope;
  }

  /** Closes the scopes that have no place among these names. */
  closeOthers(names: ReadonlySet<string>): void {
    for (const [name, scope] of this.#scopes) {
      if (names.has(name)) continue;
      scope.subscription?.unsubscribe();
      this.#scopes.delete(name);
      for (const [key] of scope.shownEntries()) this.#orphans.add(this.keyOf(name, key));
    }
  }

  /** Returns the next snapshot of the whole, if there is news. */
  next(): MergedMapSnapshot<T> | undefined {
    const state = this.#state();
    const edits = state.isComplete ? this.#edits() : this.#deletions();
    const scopes = new Map(Array.from(this.#scopes, ([name, scope]) => [name, scope.scopeState()]));
    const isStale = edits.length > 0 || this.#shown === undefined || isNews(this.#shown, state);
    if (!isStale && areSameScopes(this.#shownScopes, scopes)) return undefined;
    this.#line.edit(edits);
    this.#line.sequence++;
    this.#line.depth = Math.max(0, ...[...this.#scopes.values()].map(({ depth }) => depth));
    const made = new MergedMapSnapshot(state, this.#line, edits, scopes);
    this.#shown = made;
    this.#shownScopes = scopes;

    return made;
  }

  #state(): SnapshotState {
    const scopes = [...this.#scopes.values()];
    if (scopes.length === 0) {
      this.#hasSet = true;

      return NO_SCOPES;
    }
    const active = scopes.filter((scope) => this.#counts(scope));
    if (!active.some(({ isComplete }) => isComplete)) {
      this.#hasSet = false;

      return {
        ...wholeState(scopes.map((scope) => scope.sourceState())),
        phase: 'listing',
        isComplete: false,
      };
    }
    const state = wholeState(active.map((scope) => scope.sourceState()));
    this.#hasSet ||= state.isComplete;
    const hasEnded = scopes.some(({ isEnded }) => isEnded);

    return hasEnded && state.phase === 'live' ? { ...state, phase: 'interrupted' } : state;
  }

  /** Whether a scope is a source of the whole. One without a set is, until the whole has its first set. */
  #counts(scope: Scope<T>): boolean {
    return scope.isComplete || (!this.#hasSet && !scope.isLeftOut && !scope.isEnded);
  }

  #edits(): readonly Difference<Entry<T>>[] {
    const edits = new Map<string, Difference<Entry<T>>>();
    for (const edit of this.#deletions()) edits.set(edit.key, edit);
    for (const scope of this.#scopes.values()) {
      for (const { key, before: known, after, note, last } of scope.takeDifferences()) {
        const name = this.keyOf(scope.name, key);
        const before = this.#line.get(name);
        const present = edits.has(name) ? edits.get(name)?.after : before;
        if (known === undefined && after !== undefined && present !== undefined) {
          throw invalidArgument(
            'keyOf',
            'must name two objects differently, got one key for two; add the scope to it',
          );
        }
        edits.set(name, { key: name, before, after, note, last });
      }
    }

    return [...edits.values()].filter(({ before, after }) => before !== after);
  }

  /** Removes the objects of closed scopes. */
  #deletions(): readonly Difference<Entry<T>>[] {
    const orphans = this.#orphans;
    this.#orphans = new Set();

    return Array.from(orphans, (key) => {
      const before = this.#line.get(key);

      return { key, before, after: undefined, note: true, last: undefined };
    });
  }
}

function areSameScopes(
  one: ReadonlyMap<string, ScopeState>,
  other: ReadonlyMap<string, ScopeState>,
): boolean {
  if (one.size !== other.size) return false;
  for (const [name, state] of other) {
    const known = one.get(name);
    if (
      known?.phase !== state.phase ||
      known.error !== state.error ||
      known.isLeftOut !== state.isLeftOut ||
      known.size !== state.size
    ) {
      return false;
    }
  }

  return true;
}
