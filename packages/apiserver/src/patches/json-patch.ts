import { StatusError } from '@rxkube/protocol';

import { isJsonObject } from '../objects/json-object.js';
import { sameJson } from '../objects/same-json.js';

/**
 * Applies a JSON patch (RFC 6902): either all of its operations, one after another, or none.
 *
 * @throws StatusError 422 if it is not a JSON patch, a path leads nowhere, or a test fails.
 */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw rejected();

  return patch.reduce<unknown>((document, operation: unknown) => {
    if (!isJsonObject(operation)) throw rejected();
    const { op, path, from, value } = operation;
    const to = pointer(path);
    switch (op) {
      case 'add':
        return put(document, to, value, 'add');
      case 'replace':
        return put(document, to, value, 'replace');
      case 'remove':
        return remove(document, to);
      case 'copy':
        return put(document, to, read(document, pointer(from)), 'add');
      case 'move':
        return put(remove(document, pointer(from)), to, read(document, pointer(from)), 'add');
      case 'test':
        if (!sameJson(read(document, to), value)) throw rejected();

        return document;
      default:
        throw rejected();
    }
  }, target);
}

/** Splits a JSON pointer (RFC 6901) into its segments. */
function pointer(path: unknown): readonly string[] {
  if (path === '') return [];
  if (typeof path !== 'string' || !path.startsWith('/')) throw rejected();

  return path
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function read(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, segment) => {
    if (Array.isArray(inside)) return inside[indexIn(inside, segment, 0)];
    if (isJsonObject(inside) && Object.hasOwn(inside, segment)) return inside[segment];
    throw rejected();
  }, document);
}

function put(
  document: unknown,
  path: readonly string[],
  value: unknown,
  how: 'add' | 'replace',
): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) return value;
  if (Array.isArray(document)) {
    const adds = rest.length === 0 && how === 'add';
    const at = indexIn(document, segment, adds ? 1 : 0);
    if (adds) return document.toSpliced(at, 0, value);

    return document.with(at, put(document[at], rest, value, how));
  }
  if (!isJsonObject(document)) throw rejected();
  const known = Object.hasOwn(document, segment);
  if (!known && (rest.length > 0 || how === 'replace')) throw rejected();

  return withField(document, segment, put(document[segment], rest, value, how));
}

function remove(document: unknown, path: readonly string[]): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) throw rejected();
  if (Array.isArray(document)) {
    const at = indexIn(document, segment, 0);

    return rest.length === 0
      ? document.toSpliced(at, 1)
      : document.with(at, remove(document[at], rest));
  }
  if (!isJsonObject(document) || !Object.hasOwn(document, segment)) throw rejected();
  if (rest.length > 0) return withField(document, segment, remove(document[segment], rest));

  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== segment));
}

/** Sets a field, but not by assignment: its name may be __proto__. */
function withField(document: object, name: string, value: unknown): object {
  return Object.fromEntries(new Map([...Object.entries(document), [name, value]]));
}

/**
 * @param beyond the number of places behind the last item that are allowed; `-` names the first of
 * them
 */
function indexIn(items: readonly unknown[], segment: string, beyond: 0 | 1): number {
  if (segment === '-' && beyond === 1) return items.length;
  const at = Number(segment);
  if (!/^(?:0|[1-9]\d*)$/u.test(segment) || at >= items.length + beyond) throw rejected();

  return at;
}

function rejected(): StatusError {
  return new StatusError({
    code: 422,
    reason: 'Invalid',
    serverMessage: 'the server rejected our request due to an error in our request',
    details: {},
  });
}
