/**
 * Testing a stream of your own: an alarm for pods that have not been ready for a while. The specs beside it run it
 * against a whole API server on virtual time: minutes pass at once, and an outage is one line of the test.
 *
 *   npm run test-your-stream       (in this folder)
 */
import { type CacheSnapshot } from '@rxkube/operators';
import { type Pod } from '@rxkube/protocol';
import {
  type OperatorFunction,
  type SchedulerLike,
  asyncScheduler,
  distinctUntilChanged,
  map,
  merge,
  pipe,
  scan,
  skipWhile,
  startWith,
  switchMap,
  timer,
} from 'rxjs';

/**
 * Gives the keys of the pods that have not been ready for so long, each time that they are others than before.
 *
 * ```text
 * source    r--u--------r---   r = all pods are ready, u = one is not
 * result    x------y----x---   x = none, y = its key, the duration after u
 * ```
 *
 * @param duration milliseconds since a pod was first seen not ready
 */
export function notReadyFor(
  duration: number,
  scheduler: SchedulerLike = asyncScheduler,
): OperatorFunction<CacheSnapshot<Pod>, readonly string[]> {
  return pipe(
    // Before the first set arrives, the state is unknown.
    skipWhile(({ resourceVersion }) => resourceVersion === undefined),
    scan((deadlines, snapshot) => {
      const fresh = scheduler.now() + duration;
      const waiting = [...snapshot.entries()].filter(([, pod]) => !isReady(pod));

      return new Map(waiting.map(([key]) => [key, deadlines.get(key) ?? fresh]));
    }, new Map<string, number>()),
    switchMap((deadlines) =>
      merge(...[...deadlines.values()].map((at) => timer(new Date(at), scheduler))).pipe(
        startWith(0),
        map(() => [...deadlines].filter(([, at]) => at <= scheduler.now()).map(([key]) => key)),
      ),
    ),
    distinctUntilChanged((before, after) => before.join() === after.join()),
  );
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
}
