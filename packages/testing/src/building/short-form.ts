import { type KubeObject } from '@rxkube/protocol';

/**
 * The short form of an object, as {@link objectOf} reads it: `a@u1/7`, with the namespace only where it is not `ns1`.
 *
 * @since 0.1.0
 */
export function shortForm(object: KubeObject): string {
  const { namespace = '', name, uid, resourceVersion = '?' } = object.metadata;
  const place = namespace === 'ns1' ? name : `${namespace}/${name}`;

  return `${place}${uid === undefined ? '' : `@${uid}`}/${resourceVersion}`;
}
