import { type CacheSnapshot, type Phase, type SnapshotState } from '@rxkube/snapshots';
import { type Differences, MapSnapshot, type SnapshotPlace } from '@rxkube/snapshots/internal';

/** The state of one scope. @since 0.1.0 */
export interface ScopeState {
  /** `'ended'` if the stream of the scope has completed or failed. */
  readonly phase: Phase | 'ended';
  readonly error: unknown;
  readonly size: number;
  /** Whether the whole does without this scope, for example because it is forbidden. */
  readonly isLeftOut: boolean;
}

/** The objects of several scopes as one set. @since 0.1.0 */
export interface MergedSnapshot<T> extends CacheSnapshot<T> {
  readonly scopes: ReadonlyMap<string, ScopeState>;
}

/** The snapshot of `mergeScopes`. */
export class MergedMapSnapshot<T> extends MapSnapshot<T> implements MergedSnapshot<T> {
  readonly scopes: ReadonlyMap<string, ScopeState>;

  constructor(
    state: SnapshotState,
    place: SnapshotPlace<T>,
    differences: Differences<T>,
    scopes: ReadonlyMap<string, ScopeState>,
  ) {
    super(state, place, differences);
    this.scopes = scopes;
  }
}
