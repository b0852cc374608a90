import {
  type Collection,
  type DecodeError,
  type KubeObject,
  apiVersionOf,
  decodeObject,
} from '@rxkube/protocol';
import {
  type Span,
  managedFieldsIn,
  managedFieldsInText,
  readObjectHead,
} from '@rxkube/protocol/json';
import { either as E } from 'fp-ts';

import { DeferredObject, type Reading } from '../decoding/deferred-object.js';
import { type Omission } from '../decoding/omission.js';
import { without } from '../decoding/without.js';

/** What {@link ItemDecoder} needs to know beside the collection. */
export interface ItemDecoderOptions {
  readonly omit?: readonly Omission[] | undefined;
  /** Whether an object may be left to whoever reads it first. */
  readonly isDeferring: boolean;
  readonly onBroken?: ((error: DecodeError) => void) | undefined;
}

/**
 * Makes the objects of a list from its items.
 *
 * Items of built-in types come without `apiVersion` and `kind`, those of a watch with both: they are filled in, so
 * that an object looks the same whichever way it came.
 */
export class ItemDecoder<T extends KubeObject> {
  readonly #named: Named;
  readonly #codec: Collection<T>['resource']['codec'];
  readonly #rest: (object: unknown) => unknown;
  readonly #isCutting: boolean;
  readonly #isDeferring: boolean;
  readonly #reading: Reading<T>;
  readonly #text = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor({ resource, metadataOnly }: Collection<T>, options: ItemDecoderOptions) {
    const { omit, isDeferring, onBroken } = options;
    this.#named = { apiVersion: apiVersionOf(resource), kind: resource.kind };
    // The codec knows whole objects; these have no spec and no status.
    this.#codec = metadataOnly === true ? undefined : resource.codec;
    this.#rest = without(omit);
    this.#isCutting = omit?.includes('managedFields') === true;
    this.#isDeferring = isDeferring;
    this.#reading = {
      decode: (parsed) => {
        const object = this.decoded(parsed, 'object');
        if (E.isLeft(object)) throw object.left;

        return object.right;
      },
      onBroken: (error) => {
        onBroken?.(error);
      },
    };
  }

  /**
   * The object of an item, left to its reader; `undefined` where it has to be parsed at once.
   *
   * @param bytes of which nothing is kept.
   */
  deferred(bytes: Uint8Array): DeferredObject<T> | undefined {
    const head = this.#isDeferring ? readObjectHead(bytes) : undefined;
    if (head === undefined) return undefined;

    return new DeferredObject<unknown>(head, this.#textOf(bytes)).readWith(this.#reading);
  }

  /** Parses an item. @throws SyntaxError where it is no JSON. */
  parse(bytes: Uint8Array): unknown {
    return parse(this.#textOf(bytes));
  }

  /**
   * Parses an item whose end is a guess.
   *
   * @param bytes of which each is one character of `text`.
   * @throws SyntaxError where the guess was wrong.
   */
  parseText(text: string, bytes: Uint8Array): unknown {
    if (!this.#isCutting) return parse(text);
    const cut = managedFieldsInText(text, 'object') ?? managedFieldsIn(bytes, 'object');
    if (cut === undefined) return parse(text);

    return parse(text.slice(0, cut.start) + text.slice(cut.end));
  }

  /** What is parsed of an item. */
  #textOf(bytes: Uint8Array): string {
    const cut = this.#isCutting ? managedFieldsIn(bytes, 'object') : undefined;

    return this.#text.decode(remaining(bytes, cut));
  }

  /** The object of an item that was parsed. */
  decoded(parsed: unknown, path: string): E.Either<DecodeError, T> {
    return decodeObject(withKind(this.#rest(parsed), this.#named), path, this.#codec);
  }
}

interface Named {
  readonly apiVersion: string;
  readonly kind: string;
}

interface Usual {
  readonly metadata: unknown;
  readonly spec: unknown;
  readonly status: unknown;
}

function parse(text: string): unknown {
  return JSON.parse(text) as unknown;
}

function remaining(bytes: Uint8Array, cut: Span | undefined): Uint8Array {
  if (cut === undefined) return bytes;
  const rest = new Uint8Array(bytes.length - (cut.end - cut.start));
  rest.set(bytes.subarray(0, cut.start));
  rest.set(bytes.subarray(cut.end), cut.start);

  return rest;
}

function withKind(item: unknown, named: Named): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const { apiVersion, kind } = item as Partial<Named>;

  return apiVersion === undefined || kind === undefined ? withNames(item, named) : item;
}

function withNames(item: object, named: Named): object {
  if (!isUsual(item)) return { ...named, ...item };
  const { metadata, spec, status } = item;

  // The same, but a spread takes some microseconds and the object twice the memory.
  return { apiVersion: named.apiVersion, kind: named.kind, metadata, spec, status };
}

function isUsual(item: object): item is Usual {
  return 'metadata' in item && 'spec' in item && 'status' in item && Object.keys(item).length === 3;
}
