import { either as E } from 'fp-ts';
import { type Decoder, type Errors } from 'io-ts';

import { DecodeError } from './errors.js';
import { excerpt } from './excerpt.js';
import { objectKey } from './object-key.js';
import { KubeObject } from './object-meta.js';

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
  if (!KubeObject.is(value)) {
    const decoded = KubeObject.decode(value);

    return E.left(
      new DecodeError({
        problem: 'object',
        path: E.isLeft(decoded) ? pathOf(decoded.left, path) : path,
        expected: 'an object with metadata',
        text: excerpt(value),
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

function pathOf(errors: Errors, root: string): string {
  const keys = (errors[0]?.context ?? [])
    .slice(1)
    .map((entry) => entry.key)
    // Intersections and unions appear in the context by the number of their branch.
    .filter((key, at, all) => !/^\d+$/u.test(key) || !isBranch(errors, all, at));

  return [root, ...keys].join('.');
}

function isBranch(errors: Errors, keys: readonly string[], at: number): boolean {
  const parent = errors[0]?.context[at];
  const tag = parent === undefined ? undefined : (parent.type as { readonly _tag?: string })._tag;

  return keys.length > 0 && (tag === 'IntersectionType' || tag === 'UnionType');
}
