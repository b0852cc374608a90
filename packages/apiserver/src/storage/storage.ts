import { type ObjectName } from '@rxkube/protocol';
import { type Observable, Subject } from 'rxjs';

import { type StoredObject } from '../objects/stored-object.js';
import { objectKey } from '../resources/object-name.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type ResourceChange } from './change.js';
import { type CompactionOptions, CompactionSchedule } from './compaction.js';
import { NotificationQueue } from './notification-queue.js';
import { ObjectTable } from './object-table.js';

/** An empty store of a real server is at 1 as well, since 0 names no position. */
const FIRST_REVISION = 1;

/**
 * All objects of one server under one counter of revisions, as etcd keeps them.
 *
 * - A commit is finished when it returns, and `changes` has reported it, unless it was made during
 *   a report.
 * - `changes` reports in order. A subscriber may commit during a report; that change is reported
 *   next.
 */
export class Storage {
  readonly #tables = new Map<ServedResource, ObjectTable>();
  readonly #changes = new Subject<ResourceChange>();
  readonly #notifications = new NotificationQueue();
  readonly #compaction: CompactionSchedule;
  #revision = FIRST_REVISION;
  #compactedRevision = 0;

  constructor(options: CompactionOptions) {
    this.#compaction = new CompactionSchedule(options, FIRST_REVISION);
  }

  /** Every change, once it is committed. */
  get changes(): Observable<ResourceChange> {
    return this.#changes;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Exact lists and continue tokens below this revision are gone. */
  get compactedRevision(): number {
    return this.#compactedRevision;
  }

  /** The resources that hold something, or held something. */
  get resources(): Iterable<ServedResource> {
    return this.#tables.keys();
  }

  table(served: ServedResource): ObjectTable {
    const known = this.#tables.get(served);
    if (known !== undefined) return known;
    const table = new ObjectTable();
    this.#tables.set(served, table);

    return table;
  }

  get(served: ServedResource, name: ObjectName): StoredObject | undefined {
    return this.table(served).get(objectKey(served, name));
  }

  /**
   * Puts in an object of the server itself, which is there before anything else and takes no
   * revision.
   */
  seed(served: ServedResource, current: StoredObject): void {
    const key = objectKey(served, current.metadata);
    this.table(served).apply({ revision: FIRST_REVISION, key, previous: undefined, current });
  }

  /** Stores all changes of one write, and reports them one after another. */
  commit(changes: readonly ResourceChange[]): void {
    for (const change of changes) {
      this.#revision = change.revision;
      this.table(change.served).apply(change);
      this.compactIfDue();
    }
    for (const change of changes) {
      this.inOrder(() => {
        this.#changes.next(change);
      });
    }
  }

  /** Forgets the versions before `revision`, of all resources. */
  compact(revision = this.#revision): void {
    this.#compactedRevision = Math.max(this.#compactedRevision, Math.min(revision, this.#revision));
    for (const table of this.#tables.values()) table.compact(this.#compactedRevision);
  }

  /**
   * Compacts if an interval has passed. There is no timer: each commit calls this, and so does each
   * request.
   */
  compactIfDue(): void {
    const due = this.#compaction.takeDue(this.#revision);
    if (due !== undefined) this.compact(due);
  }

  /**
   * Runs `work` after the reports that are under way. Changes that it commits are reported when it
   * has returned.
   */
  inOrder(work: () => void): void {
    this.#notifications.run(work);
  }
}
