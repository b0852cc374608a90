import { type KubeObject } from '@rxkube/protocol';

import { type ByKey } from './by.js';

/** The namespace of an object. It reads no object. @since 0.1.0 */
export const namespace: ByKey = {
  ofKey: (key) => {
    const at = key.indexOf('/');

    return at < 0 ? undefined : key.slice(0, at);
  },
};

/** The node that a pod is assigned to. @since 0.1.0 */
export function node(pod: {
  readonly spec?: { readonly nodeName?: string | undefined } | undefined;
}): string | undefined {
  return pod.spec?.nodeName;
}

/** Each label as `name=value`. @since 0.1.0 */
export function labelPairs(object: KubeObject): readonly string[] {
  return Object.entries(object.metadata.labels ?? {}).map(([name, value]) => `${name}=${value}`);
}

/** The uids of all owners. @since 0.1.0 */
export function ownerUids(object: KubeObject): readonly string[] {
  return (object.metadata.ownerReferences ?? []).map(({ uid }) => uid);
}

/** The uid of the owner that controls the object. @since 0.1.0 */
export function controllerUid(object: KubeObject): string | undefined {
  return object.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
}
