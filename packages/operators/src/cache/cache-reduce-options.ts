import { type KubeObject } from '@rxkube/protocol';
import { type SchedulerLike } from 'rxjs';

/** Options of {@link cacheReduce}. @since 0.1.0 */
export interface CacheReduceOptions<T extends KubeObject, U = T> {
  /** Names an object; two objects with one key are one. Default `objectKey`: `'namespace/name'`. */
  readonly key?: ((object: T) => string) | undefined;
  /** Makes what is kept of an object, once for each of its versions. Default: all of it. */
  readonly transform?: ((object: T) => U) | undefined;
  /**
   * Whether each part of a list gives a snapshot too, whose `progress` says how far it has come. A streaming list comes
   * object by object: sample it. Default `false`.
   */
  readonly progress?: boolean | undefined;
  /** The source of time. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}
