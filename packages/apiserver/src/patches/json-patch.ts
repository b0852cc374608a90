import { StatusError } from '@rxkube/protocol';

import { jsonText, parseJson } from '../objects/json-text.js';
import { isJsonObject } from '../objects/json-object.js';
import { sameJson } from '../objects/same-json.js';
import { tooManyOperations } from '../statuses/status-errors.js';

/** The largest number of operations in a patch: maxJSONPatchOperations of a real server. */
const MOST_OPERATIONS = 10_000;
/**
 * The largest number of bytes that all `copy` operations may copy: JSONPatchMaxCopyBytes of a real
 * server.
 */
const MOST_COPIED_BYTES = 3 * 1024 * 1024;

/** A JSON object that the patch may change: it belongs to the copy that the patch works on. */
type OwnObject = Record<string, unknown>;

/** The target of an operation: a field of an object, an item of a list, or the whole document. */
interface Place {
  readonly parent: OwnObject | unknown[];
  readonly segment: string;
}

/**
 * Applies a JSON patch (RFC 6902): either all of its operations, one after another, or none.
 *
 * It works on a copy of the document, so that an operation costs no more than the path to its
 * place.
 *
 * @throws StatusError 413 for too many operations; 422 if it is not a JSON patch, a path leads
 *   nowhere, a test fails, or too much is copied.
 */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw rejected();
  if (patch.length > MOST_OPERATIONS) throw tooManyOperations(MOST_OPERATIONS, patch.length);
  // The document is a field, so that an operation on all of it has a place as well.
  const root: OwnObject = { document: copied(target).value };
  let copiedBytes = 0;
  for (const operation of patch as readonly unknown[]) {
    if (!isJsonObject(operation)) throw rejected();
    const { op, path, from, value } = operation;
    const to = pointer(path);
    switch (op) {
      case 'add':
        add(place(root, to), value);
        break;
      case 'replace':
        replace(place(root, to), value);
        break;
      case 'remove':
        remove(root, to);
        break;
      case 'copy': {
        const copy = copied(read(place(root, pointer(from))));
        copiedBytes += copy.bytes;
        if (copiedBytes > MOST_COPIED_BYTES) throw rejected();
        add(place(root, to), copy.value);
        break;
      }
      case 'move':
        add(place(root, to), remove(root, pointer(from)));
        break;
      case 'test':
        if (!sameJson(read(place(root, to)), value)) throw rejected();
        break;
      default:
        throw rejected();
    }
  }

  return root['document'];
}

function copied(value: unknown): { readonly value: unknown; readonly bytes: number } {
  const text = jsonText(value);

  return { value: parseJson(text), bytes: text.length };
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

/** Finds the object or list that holds the place to which a path leads. */
function place(root: OwnObject, path: readonly string[]): Place {
  let parent: unknown = root;
  let segment = 'document';
  for (const next of path) {
    parent = read({ parent: container(parent), segment });
    segment = next;
  }

  return { parent: container(parent), segment };
}

function container(value: unknown): Place['parent'] {
  if (Array.isArray(value)) return value as unknown[];
  if (isJsonObject(value)) return value;
  throw rejected();
}

function read({ parent, segment }: Place): unknown {
  if (Array.isArray(parent)) return parent[indexIn(parent, segment, 0)];
  if (!Object.hasOwn(parent, segment)) throw rejected();

  return parent[segment];
}

function add({ parent, segment }: Place, value: unknown): void {
  if (Array.isArray(parent)) parent.splice(indexIn(parent, segment, 1), 0, value);
  else setField(parent, segment, value);
}

function replace({ parent, segment }: Place, value: unknown): void {
  if (Array.isArray(parent)) parent[indexIn(parent, segment, 0)] = value;
  else if (Object.hasOwn(parent, segment)) setField(parent, segment, value);
  else throw rejected();
}

/** Removes a value, and returns it. The whole document cannot be removed. */
function remove(root: OwnObject, path: readonly string[]): unknown {
  const { parent, segment } = place(root, path);
  if (parent === root) throw rejected();
  const value = read({ parent, segment });
  if (Array.isArray(parent)) parent.splice(indexIn(parent, segment, 0), 1);
  else Reflect.deleteProperty(parent, segment);

  return value;
}

/** Sets a field, but not by assignment: its name may be __proto__. */
function setField(object: OwnObject, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
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
