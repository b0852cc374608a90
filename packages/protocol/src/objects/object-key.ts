import { type KubeObject } from './object-meta.js';

/**
 * The name of an object inside its resource: `'namespace/name'`, or `'name'` where there is no namespace.
 *
 * A server refuses `/` and `%` in both parts. Should one arrive all the same it is escaped, so that no
 * object can take the key of another.
 *
 * @since 0.1.0
 */
export function objectKey(object: KubeObject): string {
  const { namespace, name } = object.metadata;

  return namespace === undefined || namespace === ''
    ? escapeSeparator(name)
    : // A template would be put together when it is first looked up, which takes longer.
      [escapeSeparator(namespace), escapeSeparator(name)].join('/');
}

function escapeSeparator(part: string): string {
  return part.includes('/') || part.includes('%')
    ? part.replaceAll('%', '%25').replaceAll('/', '%2F')
    : part;
}
