import { type CacheSnapshot, type SnapshotState } from '@rxkube/snapshots';
import { Observable, type ObservedValueOf, type SchedulerLike, asapScheduler } from 'rxjs';

import { ownSnapshot } from '../view-of.js';
import { burstOn } from './burst.js';
import { type JoinParts } from './join-objects.js';
import { wholeState } from './whole-state.js';

/** Options of {@link combineSnapshots}. @since 0.1.0 */
export interface CombineSnapshotsOptions {
  /** The scheduler that ends a burst. Default `asapScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** The newest snapshot of each part, and the state of the whole. @since 0.1.0 */
export interface CombinedSnapshots<P extends JoinParts> extends SnapshotState {
  readonly parts: { readonly [K in keyof P]: ObservedValueOf<P[K]> };
}

/**
 * Emits the newest snapshot of each part, once for each burst.
 *
 * ```text
 * pods    f--------(gh)-|
 * nodes   ---f-----g----|
 * result  ---F-----G----|  nothing before each part has emitted; one G for the burst
 * ```
 *
 * - The state is that of the weakest part: see `phase` and `error`.
 * - For rows that depend on single objects, `joinObjects` is cheaper.
 *
 * @since 0.1.0
 */
export function combineSnapshots<P extends JoinParts>(
  parts: P,
  options: CombineSnapshotsOptions = {},
): Observable<CombinedSnapshots<P>> {
  const { scheduler = asapScheduler } = options;

  return new Observable((subscriber) => {
    const entries = Object.entries(parts);
    const newest = new Map<string, CacheSnapshot<unknown>>();
    const burst = burstOn(scheduler);
    let running = entries.length;
    let isStale = false;
    const work = {
      depth: () =>
        1 + Math.max(0, ...Array.from(newest.values(), (part) => ownSnapshot(part).depth)),
      run: () => {
        if (isStale && newest.size === entries.length) {
          isStale = false;
          subscriber.next(combined<P>(entries.map(([name]) => [name, newest.get(name)])));
        }
        if (running === 0) subscriber.complete();
      },
    };
    subscriber.add(() => {
      burst.remove(work);
    });
    for (const [name, part] of entries) {
      subscriber.add(
        part.subscribe({
          next: (snapshot) => {
            newest.set(name, snapshot);
            isStale = true;
            burst.add(work);
          },
          error: (error: unknown) => {
            subscriber.error(error);
          },
          complete: () => {
            running--;
            if (running === 0) burst.add(work);
          },
        }),
      );
    }
    if (running === 0) subscriber.complete();
  });
}

function combined<P extends JoinParts>(
  parts: readonly (readonly [string, CacheSnapshot<unknown> | undefined])[],
): CombinedSnapshots<P> {
  const state = wholeState(parts.map(([, part]) => part));

  // Each part is the newest snapshot of its own stream.
  return { ...state, parts: Object.fromEntries(parts) as CombinedSnapshots<P>['parts'] };
}
