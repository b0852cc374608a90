import {
  type Observable,
  type ObservableInput,
  type SchedulerLike,
  catchError,
  defer,
  endWith,
  from,
  ignoreElements,
  map,
  merge,
  of,
  take,
  timer,
} from 'rxjs';

/** Emits once: `true` if the condition is met, `false` if it fails or takes too long. It does not error. */
export function untilMet(
  condition: ObservableInput<unknown>,
  within: number,
  scheduler: SchedulerLike,
): Observable<boolean> {
  const met = defer(() => from(condition)).pipe(take(1), ignoreElements(), endWith(true));
  const late = timer(within, scheduler).pipe(map(() => false));

  return merge(met, late).pipe(
    take(1),
    catchError(() => of(false)),
  );
}
