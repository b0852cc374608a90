import { compareVersions, invalidArgument } from '@rxkube/protocol';
import { type CacheSnapshot } from '@rxkube/snapshots';
import { type MonoTypeOperatorFunction, defer, filter, take } from 'rxjs';

/** Options of {@link untilVersion}. @since 0.1.0 */
export interface UntilVersionOptions {
  /**
   * `'numeric'` compares versions as Kubernetes 1.35 defines them. `'equality'` waits for this very version of the
   * snapshot or of a changed object; it may wait for ever. Default `'numeric'`.
   */
  readonly order?: 'numeric' | 'equality' | undefined;
}

/**
 * Waits for a snapshot that is at least as new as a version, for example that of your own write.
 *
 * ```text
 * source              e--f--g--h--f  f version 11, g 12, h 14
 * untilVersion('13')  ---------(h|)
 * ```
 *
 * - A snapshot without a version, such as one of several sources, is an error `invalidArgument`: wait on the part.
 * - A bookmark moves the version without a snapshot. The next snapshot shows it.
 *
 * @since 0.1.0
 */
export function untilVersion<S extends CacheSnapshot<unknown>>(
  version: string,
  options: UntilVersionOptions = {},
): MonoTypeOperatorFunction<S> {
  const { order = 'numeric' } = options;

  return (source) =>
    defer(() => {
      if (order === 'numeric') requireOrder('version', version, version);

      return source.pipe(
        filter((snapshot) => {
          if (!snapshot.isComplete) return false;
          if (order === 'equality') return hasVersion(snapshot, version);
          const shown = snapshot.resourceVersion;
          if (shown !== undefined) return requireOrder('source', shown, version) >= 0;
          throw invalidArgument(
            'source',
            'must have a version, got a view of several sources; wait on the stream of the part',
          );
        }),
        take(1),
      );
    });
}

function requireOrder(field: string, one: string, other: string): number {
  const order = compareVersions(one, other);
  if (order !== undefined) return order;
  throw invalidArgument(
    field,
    `must be a decimal version, got ${JSON.stringify(one)}; pass { order: 'equality' } for other servers`,
  );
}

function hasVersion(snapshot: CacheSnapshot<unknown>, version: string): boolean {
  if (snapshot.resourceVersion === version) return true;

  return snapshot.changes.some(({ object }) => versionOf(object) === version);
}

function versionOf(object: unknown): unknown {
  if (typeof object !== 'object' || object === null || !('metadata' in object)) return undefined;
  const { metadata } = object;

  return typeof metadata === 'object' && metadata !== null && 'resourceVersion' in metadata
    ? metadata.resourceVersion
    : undefined;
}
