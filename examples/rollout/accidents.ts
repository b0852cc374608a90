import {
  type Observable,
  type ObservableInput,
  concat,
  concatMap,
  defer,
  filter,
  from,
  ignoreElements,
  merge,
  of,
  repeat,
  take,
  timer,
} from 'rxjs';

import { ACCIDENTS, type Accident } from './accident.js';
import { type Counts } from './counts.js';
import { type Followed } from './follow.js';

/** One accident: it begins, and later the copy has survived it. */
export interface AccidentStep {
  readonly accident: Accident;
  readonly state: 'begun' | 'survived';
}

/**
 * Lets one accident after the other happen, in rounds that never end. An accident begins when the copy has survived
 * the one before and `calm` milliseconds have passed. So a slow machine tells the same story as a fast one.
 *
 * ```text
 * result    --b----s--b--s--b-------s--   b = begun, s = survived
 * ```
 *
 * @param order lets an accident happen, and resolves when it has happened.
 */
export function accidents(
  order: (accident: Accident) => ObservableInput<unknown>,
  followed$: Observable<Followed>,
  calm: number,
): Observable<AccidentStep> {
  const live$ = followed$.pipe(filter(isLive), take(1));
  const survive = (accident: Accident, before: Counts): Observable<never> =>
    merge(
      defer(() => order(accident)),
      followed$.pipe(
        filter((followed) => isLive(followed) && hasRecovered(accident, before, followed.counts)),
        take(1),
      ),
    ).pipe(ignoreElements());

  return from(ACCIDENTS).pipe(
    concatMap((accident) =>
      concat(
        timer(calm).pipe(ignoreElements()),
        live$.pipe(
          concatMap(({ counts }) =>
            concat(
              of({ accident, state: 'begun' as const }),
              survive(accident, counts),
              of({ accident, state: 'survived' as const }),
            ),
          ),
        ),
      ),
    ),
    repeat(),
  );
}

function isLive({ snapshot }: Followed): boolean {
  return snapshot?.phase === 'live';
}

/** A forgotten history is survived by a relist. The others end a watch, and the copy goes on with the next one. */
function hasRecovered(accident: Accident, before: Counts, now: Counts): boolean {
  const relisted = now.relists > before.relists;

  return accident === 'trim' ? relisted : relisted || now.interruptions > before.interruptions;
}
