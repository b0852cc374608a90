import { type KubeError } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { type MonoTypeOperatorFunction, filter, map, take } from 'rxjs';

/** Options of {@link whenLive}. @since 0.1.0 */
export interface WhenLiveOptions {
  /** Returns whether an error ends the wait, for example `isForbidden`. Default: none does. */
  readonly failOn?: ((error: KubeError) => boolean) | undefined;
}

/**
 * Waits for the first live snapshot, then completes.
 *
 * ```text
 * source      e--i--f--g  e i listing, f g live
 * whenLive()  ------(f|)
 * ```
 *
 * @since 0.1.0
 */
export function whenLive<S extends CacheSnapshot<unknown>>(
  options: WhenLiveOptions = {},
): MonoTypeOperatorFunction<S> {
  const { failOn = () => false } = options;

  return (source) =>
    source.pipe(
      map((snapshot) => {
        if (snapshot.error !== undefined && failOn(snapshot.error)) throw snapshot.error;

        return snapshot;
      }),
      filter(({ phase }) => phase === 'live'),
      take(1),
    );
}
