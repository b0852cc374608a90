import { type CacheSnapshot } from '@rxkube/snapshots';
import {
  Observable,
  type ObservedValueOf,
  type OperatorFunction,
  type SchedulerLike,
  asapScheduler,
} from 'rxjs';

import { ownSnapshot } from '../view-of.js';
import { burstOn } from './burst.js';
import { type Asked } from './join-part.js';
import { Join } from './join.js';

/** Options of {@link joinObjects}. @since 0.1.0 */
export interface JoinObjectsOptions<R> {
  /** Returns whether two rows are equal. An equal row keeps its identity and is not a change. Default `Object.is`. */
  readonly equals?: ((one: R, other: R) => boolean) | undefined;
  /** The scheduler that ends a burst. Default `asapScheduler`. `queueScheduler` is synchronous and may show a burst in parts. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** The parts of a join by name. @since 0.1.0 */
export type JoinParts = Readonly<Record<string, Observable<CacheSnapshot<unknown>>>>;

/**
 * Makes one row for each object, with its questions to other collections answered.
 *
 * ```text
 * deployments  f-------------|
 * replicaSets  --f------g----|  indexed by owner
 * pods         ----f----(ghi)|  indexed by owner: three events in one burst
 * joinObjects  e---F----G----|  e listing until all three have a set; one G for the whole burst
 * ```
 *
 * - A row asks by key or by the value of an index. It is made again when its object or one of its partners changes, once
 *   for each burst. An object for which `project` returns `undefined` has no row, and its questions still count.
 * - A missing partner is `undefined`; the row is made again when it comes.
 * - The phase is the weakest of all sources. An error of a source ends the view. It completes when all have.
 * - `project` must be pure and synchronous.
 * - A change costs as much as the rows that asked about it. Memory is one entry for each question and row.
 *
 * @since 0.1.0
 */
export function joinObjects<T, P extends JoinParts, R>(
  parts: P,
  project: (
    object: T,
    parts: { readonly [K in keyof P]: Asked<ObservedValueOf<P[K]>> },
    key: string,
  ) => R | undefined,
  options: JoinObjectsOptions<R> = {},
): OperatorFunction<CacheSnapshot<T>, CacheSnapshot<R>> {
  const { equals = Object.is, scheduler = asapScheduler } = options;

  return (source) =>
    new Observable((subscriber) => {
      const names = Object.keys(parts);
      const burst = burstOn(scheduler);
      // The types of the parts say what a row may ask of each of them.
      const join = new Join<T, R>(
        names,
        project as ConstructorParameters<typeof Join<T, R>>[1],
        equals,
      );
      let running = names.length + 1;
      const work = {
        depth: () => join.depth,
        run: () => {
          try {
            const snapshot = join.next();
            if (snapshot !== undefined) subscriber.next(snapshot);
          } catch (error) {
            subscriber.error(error);
          }
          if (running === 0) subscriber.complete();
        },
      };
      const follow = <V>(
        stream: Observable<CacheSnapshot<V>>,
        take: (snapshot: CacheSnapshot<V>) => void,
      ): void => {
        subscriber.add(
          stream.subscribe({
            next: (snapshot) => {
              take(snapshot);
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
      };
      subscriber.add(() => {
        burst.remove(work);
      });
      follow(source, (snapshot) => {
        join.source = ownSnapshot(snapshot);
      });
      for (const [name, part] of Object.entries(parts)) {
        follow(part, (snapshot) => {
          join.take(name, ownSnapshot(snapshot));
        });
      }
    });
}
