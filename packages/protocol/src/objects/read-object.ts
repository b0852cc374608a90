import { type ContextEntry, type Decoder, type Errors } from 'io-ts';

import { DecodeError } from '../errors/errors.js';
import { shapeOf } from '../errors/shape-of.js';
import { objectKey } from './object-key.js';
import { type KubeObject } from './object-meta.js';
import { isOptionalString, isRecord } from './record.js';

const OPTIONAL_TEXTS: readonly string[] = ['namespace', 'uid', 'resourceVersion'];

/**
 * Checks the metadata of one object and passes it to the codec, if there is one. Gives the error instead of throwing it.
 *
 * An exception of the codec itself passes through.
 *
 * @param path the path of the object in its document, for the error.
 * @see decodeObject for the same as an `Either`.
 * @since 0.2.0
 */
export function readObject<T extends KubeObject>(
  value: unknown,
  path: string,
  codec?: Decoder<unknown, T>,
): T | DecodeError {
  if (!isReadable(value)) {
    return new DecodeError({
      problem: 'object',
      path: [path, ...invalidPath(value)].join('.'),
      expected: 'an object with metadata',
      text: shapeOf(value),
    });
  }
  const object = hasNull(value.metadata) ? withoutNulls(value) : (value as KubeObject);
  if (codec === undefined) return object as T;
  const decoded = codec.decode(object);
  if (decoded._tag === 'Right') return decoded.right;
  const [first] = decoded.left;

  return new DecodeError({
    problem: 'object',
    path: pathOf(decoded.left, path),
    expected: first?.message ?? first?.context.at(-1)?.type.name ?? codec.name,
    key: objectKey(object),
    resourceVersion: object.metadata.resourceVersion,
  });
}

/** An object whose optional texts may be `null`. */
interface ReadableObject {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
}

/** Gives the same result as the codec `KubeObject`, in a fraction of its time. */
function isReadable(value: unknown): value is ReadableObject {
  if (!isRecord(value) || !isRecord(value['metadata'])) return false;
  const { name, namespace, uid, resourceVersion } = value['metadata'];

  return (
    typeof name === 'string' &&
    isOptionalString(namespace) &&
    isOptionalString(uid) &&
    isOptionalString(resourceVersion)
  );
}

function hasNull({ namespace, uid, resourceVersion }: ReadableObject['metadata']): boolean {
  return namespace === null || uid === null || resourceVersion === null;
}

/** A copy without the texts that are `null`. They mean the same as absent ones. */
function withoutNulls(object: ReadableObject): KubeObject {
  const metadata = Object.entries(object.metadata).filter(
    ([name, value]) => value !== null || !OPTIONAL_TEXTS.includes(name),
  );

  return { ...object, metadata: Object.fromEntries(metadata) as unknown as KubeObject['metadata'] };
}

/** The path of the first field that {@link isReadable} refuses. */
function invalidPath(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  const { metadata } = value;
  if (!isRecord(metadata)) return ['metadata'];
  if (typeof metadata['name'] !== 'string') return ['metadata', 'name'];
  const field = OPTIONAL_TEXTS.find((name) => !isOptionalString(metadata[name]));

  return field === undefined ? [] : ['metadata', field];
}

/** The path of the first failure. Branches of intersections and unions are steps of the codec, not of the object. */
function pathOf([first]: Errors, root: string): string {
  const context = first?.context ?? [];
  const keys = context
    .filter((entry, at) => at > 0 && !isBranch(entry, context[at - 1]))
    .map((entry) => entry.key);

  return [root, ...keys].join('.');
}

/** A branch looks at the same value as the step above it, and its key is a number of the codec's own. */
function isBranch(entry: ContextEntry, parent: ContextEntry | undefined): boolean {
  return /^\d+$/u.test(entry.key) && entry.actual === parent?.actual;
}
