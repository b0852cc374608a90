import {
  type Applied,
  type Bookmarked,
  type Deleted,
  type Interrupted,
  type ListCompleted,
  type ListStarted,
  type Listed,
  type WatchStarted,
} from '@rxkube/operators';
import { type KubeError, resourceVersion } from '@rxkube/protocol';

/** A list begins. @since 0.1.0 */
export function listStarted(reason?: KubeError): ListStarted {
  return { _tag: 'ListStarted', ...(reason !== undefined && { reason }) };
}

/** Some objects of the list. @since 0.1.0 */
export function listed<T>(objects: readonly T[], remaining?: number): Listed<T> {
  return { _tag: 'Listed', objects, ...(remaining !== undefined && { remaining }) };
}

/** The list is whole. @since 0.1.0 */
export function listCompleted(version: string): ListCompleted {
  return { _tag: 'ListCompleted', resourceVersion: resourceVersion(version) };
}

/** A watch has proved itself. @since 0.1.0 */
export function watchStarted(): WatchStarted {
  return { _tag: 'WatchStarted' };
}

/** An object was created or changed. @since 0.1.0 */
export function applied<T>(object: T): Applied<T> {
  return { _tag: 'Applied', object };
}

/** An object was deleted. @since 0.1.0 */
export function deleted<T>(object: T): Deleted<T> {
  return { _tag: 'Deleted', object };
}

/** The position has moved. @since 0.1.0 */
export function bookmarked(version: string): Bookmarked {
  return { _tag: 'Bookmarked', resourceVersion: resourceVersion(version) };
}

/** A connection or a list has failed. @since 0.1.0 */
export function interrupted(error: KubeError, retryInMs: number): Interrupted {
  return { _tag: 'Interrupted', error, retryInMs };
}
