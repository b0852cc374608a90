import { either as E } from 'fp-ts';
import { type ContextEntry, type Decoder, type Errors } from 'io-ts';

import { DecodeError } from '../errors/errors.js';
import { objectKey } from './object-key.js';
import { KubeObject } from './object-meta.js';
import { shapeOf } from '../errors/shape-of.js';

/**
 * Checks the metadata of one object and hands it to the codec, if there is one.
 *
 * An exception of the codec itself is the user's and passes through.
 *
 * @param path where the object stands in its document, for the error.
 * @since 0.1.0
 */
export function decodeObject<T extends KubeObject>(
  value: unknown,
  path: string,
  codec?: Decoder<unknown, T>,
): E.Either<DecodeError, T> {
  if (!isKubeObject(value)) {
    const decoded = KubeObject.decode(value);

    return E.left(
      new DecodeError({
        problem: 'object',
        path: E.isLeft(decoded) ? pathOf(decoded.left, path) : path,
        expected: 'an object with metadata',
        text: shapeOf(value),
      }),
    );
  }
  if (codec === undefined) return E.right(value as T);
  const decoded = codec.decode(value);
  if (E.isRight(decoded)) return decoded;
  const [first] = decoded.left;

  return E.left(
    new DecodeError({
      problem: 'object',
      path: pathOf(decoded.left, path),
      expected: first?.message ?? first?.context.at(-1)?.type.name ?? codec.name,
      key: objectKey(value),
      resourceVersion: value.metadata.resourceVersion,
    }),
  );
}

/** What `KubeObject.is` says, which takes many times as long to say it of each object that arrives. */
function isKubeObject(value: unknown): value is KubeObject {
  if (!isFields(value) || !isFields(value['metadata'])) return false;
  const { name, namespace, uid, resourceVersion } = value['metadata'];

  return (
    typeof name === 'string' &&
    isOptionalString(namespace) &&
    isOptionalString(uid) &&
    isOptionalString(resourceVersion)
  );
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOptionalString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** Where the first failure is. Branches of intersections and unions are steps of the codec, not of the object. */
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
