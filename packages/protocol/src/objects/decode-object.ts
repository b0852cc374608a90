import type { either as E } from 'fp-ts';
import { type Decoder } from 'io-ts';

import { DecodeError } from '../errors/errors.js';
import { type KubeObject } from './object-meta.js';
import { readObject } from './read-object.js';

/**
 * Checks the metadata of one object and passes it to the codec, if there is one.
 *
 * An exception of the codec itself passes through.
 *
 * @param path the path of the object in its document, for the error.
 * @since 0.1.0
 */
export function decodeObject<T extends KubeObject>(
  value: unknown,
  path: string,
  codec?: Decoder<unknown, T>,
): E.Either<DecodeError, T> {
  const object = readObject(value, path, codec);

  return object instanceof DecodeError
    ? { _tag: 'Left', left: object }
    : { _tag: 'Right', right: object };
}
