import {
  type MonoTypeOperatorFunction,
  NEVER,
  type Observable,
  defer,
  dematerialize,
  distinctUntilChanged,
  fromEvent,
  map,
  materialize,
  of,
  startWith,
  switchMap,
  timer,
} from 'rxjs';

import { type DocumentLike, platform } from './platform.js';

/** The option of `whileVisible`. @since 0.1.0 */
export interface WhileVisibleOptions {
  /** Milliseconds for which the page must be hidden before its watch ends. Default 30,000. */
  readonly after?: number;
}

/**
 * Unsubscribes from the source when the page has been hidden for a while, and subscribes again when it is shown.
 *
 * ```text
 * source   -a-b---c---
 * page     v--h-------v--   v = visible, h = hidden
 * result   -a-b-c------a-   after 2 frames of a hidden page the source is released
 * ```
 *
 * It saves the server the watches of forgotten tabs. The price is a new list when the page comes back, so put it before
 * an operator that keeps the last value. Outside of a page the source passes unchanged.
 *
 * @since 0.1.0
 */
export function whileVisible<T>(options: WhileVisibleOptions = {}): MonoTypeOperatorFunction<T> {
  const { after = 30_000 } = options;

  return (source) =>
    defer(() => {
      const { document } = platform();
      if (document === undefined) return source;

      return isReleased(document, after).pipe(
        // The end of the source must end the result as well, so it travels as a value.
        switchMap((released) => (released ? NEVER : source.pipe(materialize()))),
        dematerialize(),
      );
    });
}

function isReleased(document: DocumentLike, after: number): Observable<boolean> {
  return fromEvent(document, 'visibilitychange').pipe(
    startWith(undefined),
    map(() => document.visibilityState === 'hidden'),
    distinctUntilChanged(),
    switchMap((hidden) =>
      hidden
        ? timer(after).pipe(
            map(() => true),
            startWith(false),
          )
        : of(false),
    ),
    distinctUntilChanged(),
  );
}
