import { type Observable, defer } from 'rxjs';

import { validatedFunction } from '../options/validated-function.js';
import { validatedOptions } from '../options/validated-options.js';
import { Pace, type PaceOptions } from './pace.js';

/**
 * Gives the operators of one pipe a common {@link Pace}.
 *
 * ```text
 * alone      LW-W--WL-L--LW        L = LIST, W = WATCH. Each fails a frame later, and the third watch with a 410.
 * with pace  LW-W--WL---L----LW    The failing lists go on from the delay that the watch has reached.
 * ```
 *
 * - Each subscription makes a pace and calls `pipe` with it. Two subscribers share nothing.
 * - The pace lives as long as the subscription: it survives the relists inside.
 * - Pass the pace as the option `pace` of `listPages`, `streamList`, `openWatch`, `resumeFrom` and `relistOn410`.
 *
 * @see listThenWatch for the pipe that has one.
 * @since 0.2.0
 */
export function withPace<R>(
  options: PaceOptions,
  pipe: (pace: Pace) => Observable<R>,
): Observable<R> {
  return defer(() => {
    validatedFunction('pipe', pipe, 'a function from a pace to an Observable');

    return pipe(new Pace(validatedOptions(options), true));
  });
}
