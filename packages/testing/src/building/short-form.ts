import { type KubeObject } from '@rxkube/protocol';

/**
 * Writes the short form of an object, as {@link objectOf} reads it: `a@u1/7`. The namespace is left out if it is `ns1`.
 *
 * @since 0.1.0
 */
export function shortForm(object: KubeObject): string {
  const { name, uid, resourceVersion = '?' } = object.metadata;

  return `${prefixOf(object)}${name}${uid === undefined ? '' : `@${uid}`}/${resourceVersion}`;
}

/** The short form without the uid: `a/7`. */
export function nameAndVersion(object: KubeObject): string {
  const { name, resourceVersion = '?' } = object.metadata;

  return `${prefixOf(object)}${name}/${resourceVersion}`;
}

function prefixOf({ metadata: { namespace = '' } }: KubeObject): string {
  return namespace === 'ns1' ? '' : `${namespace}/`;
}
