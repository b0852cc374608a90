import { type ConfigMap, type KubeObject } from '@rxkube/protocol';
import { type CacheSnapshot, type Phase, type SnapshotState, snapshotOf } from '@rxkube/snapshots';

import { configMap } from './builders.js';

/**
 * Makes a snapshot of objects, or of config maps in short form.
 *
 * ```ts
 * snapshotFrom('live', 'a@u1/7 b@u2/8').get('ns1/b')?.metadata.uid; // 'u2'
 * snapshotFrom('interrupted', [pod('a@u1/7')], { retryAt: 30_000 });
 * ```
 *
 * Snapshots of two calls share nothing. To make a stream of snapshots, use `snapshotWriter`.
 *
 * @param state The fields beside the phase. Without `isComplete`, a snapshot is complete unless it is listing.
 * @since 0.1.0
 */
export function snapshotFrom(
  phase: Phase,
  objects?: string,
  state?: Partial<SnapshotState>,
): CacheSnapshot<ConfigMap>;
export function snapshotFrom<T extends KubeObject>(
  phase: Phase,
  objects: readonly T[],
  state?: Partial<SnapshotState>,
): CacheSnapshot<T>;
export function snapshotFrom(
  phase: Phase,
  objects: string | readonly KubeObject[] = '',
  state: Partial<SnapshotState> = {},
): CacheSnapshot<KubeObject> {
  return snapshotOf(typeof objects === 'string' ? configMapsOf(objects) : objects, {
    ...state,
    phase,
  });
}

function configMapsOf(shorts: string): readonly ConfigMap[] {
  return shorts
    .split(' ')
    .filter((short) => short !== '')
    .map((short) => configMap(short));
}
