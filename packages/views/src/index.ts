import * as aspects from './changes/aspects.js';
import * as by from './deriving/ready-keys.js';
import * as conditions from './waiting/ready-conditions.js';

// Sharing
export { type ShareSnapshotsOptions, shareSnapshots } from './sharing/share-snapshots.js';
export { type SteadyPhaseOptions, steadyPhase } from './sharing/steady-phase.js';
export { type SnapshotRegistry, snapshotRegistry } from './sharing/snapshot-registry.js';

// Changes
export { aspects };
export { type Aspect, type ChangesOptions, changes } from './changes/changes.js';
export { conflateMap } from './changes/conflate-map.js';

// Deriving
export { by };
export { type By, type ByKey } from './deriving/by.js';
export { countObjects } from './deriving/count-objects.js';
export { type Predicate, filterObjects } from './deriving/filter-objects.js';
export { type Group, groupObjects } from './deriving/group-objects.js';
export { indexObjects } from './deriving/index-objects.js';
export { type IndexedSnapshot } from './deriving/indexed-snapshot.js';
export { type MapObjectsOptions, mapObjects } from './deriving/map-objects.js';
export { sumObjects } from './deriving/sum-objects.js';

// Ordering
export { type Order, type Rank, type RankWord } from './ordering/rank.js';
export { sortObjects } from './ordering/sort-objects.js';
export { type SortedSnapshot } from './ordering/sorted-snapshot.js';
export { type Window, type WindowRange, windowObjects } from './ordering/window-objects.js';

// Joining
export {
  type CombineSnapshotsOptions,
  type CombinedSnapshots,
  combineSnapshots,
} from './joining/combine-snapshots.js';
export { type JoinObjectsOptions, type JoinParts, joinObjects } from './joining/join-objects.js';
export { type Asked, type AskedByIndex, type AskedByKey } from './joining/join-part.js';
export { type MergedSnapshot, type ScopeState } from './joining/merged-snapshot.js';
export { type MergeScopesOptions, mergeScopes } from './joining/merge-scopes.js';

// Waiting
export { type Condition, ConditionError } from './waiting/condition.js';
export { conditions };
export { followObject } from './waiting/follow-object.js';
export { selectObject } from './waiting/select-object.js';
export { type UntilVersionOptions, untilVersion } from './waiting/until-version.js';
export { waitFor } from './waiting/wait-for.js';
export { type WhenLiveOptions, whenLive } from './waiting/when-live.js';
