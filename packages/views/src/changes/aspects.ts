import { type KubeObject } from '@rxkube/protocol';

import { type Aspect } from './changes.js';

/**
 * The generation and the deletion timestamp. An object without a generation, such as a ConfigMap, has its
 * resourceVersion instead, so each of its updates differs.
 *
 * @since 0.1.0
 */
export function generation({ metadata }: KubeObject): unknown {
  return [metadata.generation ?? metadata.resourceVersion, metadata.deletionTimestamp];
}

/** The labels. @since 0.1.0 */
export function labels({ metadata }: KubeObject): unknown {
  return metadata.labels;
}

/** The annotations with these names. @since 0.1.0 */
export function annotations(...names: readonly string[]): Aspect<KubeObject> {
  return ({ metadata }) => names.map((name) => metadata.annotations?.[name]);
}

/** The finalizers. @since 0.1.0 */
export function finalizers({ metadata }: KubeObject): unknown {
  return metadata.finalizers;
}

/** Whether and when the deletion was requested. @since 0.1.0 */
export function deletion({ metadata }: KubeObject): unknown {
  return metadata.deletionTimestamp;
}

/** The resourceVersion: each update differs. @since 0.1.0 */
export function version({ metadata }: KubeObject): unknown {
  return metadata.resourceVersion;
}

/** The spec. @since 0.1.0 */
export function spec(object: { readonly spec?: unknown }): unknown {
  return object.spec;
}

/** The status. @since 0.1.0 */
export function status(object: { readonly status?: unknown }): unknown {
  return object.status;
}

/** Several parts: an object differs if one of them does. @since 0.1.0 */
export function any<T>(...aspects: readonly Aspect<T>[]): Aspect<T> {
  return (object) => aspects.map((aspect) => aspect(object));
}
