import { type KubeObject } from '../objects/object-meta.js';
import { isPlainObject } from '../platform/realms.js';
import { type Draft } from './draft.js';

/**
 * Makes a writable copy of an object, for instance to change it and send it in a PUT.
 *
 * ```ts
 * const web = snapshot.get('default/web');
 * if (web !== undefined) {
 *   const draft = draftOf(web);
 *   draft.metadata.labels = { ...draft.metadata.labels, reviewed: 'yes' };
 * }
 * ```
 *
 * The copy shares nothing with the object. It has no `managedFields`, and keeps the `resourceVersion`, so that a server
 * refuses it if another client was faster.
 *
 * @since 0.1.0
 */
export function draftOf<T extends KubeObject>(object: T): Draft<T> {
  const { metadata, ...fields } = object;

  return {
    ...(copyOf(fields) as object),
    metadata: copyOf(metadata, ['managedFields']),
  } as Draft<T>;
}

function copyOf(value: unknown, omitted: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => copyOf(item));
  if (!isPlain(value)) return value;
  const copy = {};
  for (const key of Object.keys(value).filter((name) => !omitted.includes(name))) {
    // Not an assignment: that of `__proto__` would keep nothing.
    Object.defineProperty(copy, key, {
      value: copyOf(value[key]),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }

  return copy;
}

/** Whether a value is an object without a class, from any realm. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && isPlainObject(value);
}
