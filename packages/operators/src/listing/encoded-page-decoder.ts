import {
  type ApiRequest,
  type Collection,
  DecodeError,
  type KubeObject,
  List,
  ResourceVersion,
  Status,
  decodeObject,
  requestName,
  statusError,
} from '@rxkube/protocol';
import { either as E } from 'fp-ts';

import { type Item } from '../decoding/deferred-listed.js';
import { DeferredObject, type Reading } from '../decoding/deferred-object.js';
import { type EncodedObject, type Format, type ListReader } from '../format/format.js';
import { formatOptions } from '../format/format-options.js';
import { notAList, withoutVersion } from './not-a-list.js';
import { type Page, type PageDecoderOptions } from './page-decoder.js';

/**
 * What `PageDecoder` does for JSON, for the body of a page in another format.
 *
 * What is wrong with an object is told when the page is whole.
 */
export class EncodedPageDecoder<T extends KubeObject> {
  readonly #sent: ApiRequest;
  readonly #reader: ListReader;
  readonly #options: PageDecoderOptions;
  readonly #codec: Collection<T>['resource']['codec'];
  readonly #reading: Reading<T>;
  readonly #items: Item<T>[] = [];
  readonly #invalid: DecodeError[] = [];
  #count = 0;

  constructor(
    format: Format,
    sent: ApiRequest,
    request: Collection<T>,
    options: PageDecoderOptions,
  ) {
    this.#sent = sent;
    this.#options = options;
    this.#reader = format.list(formatOptions(options));
    // The codec knows whole objects; these have no spec and no status.
    this.#codec = request.metadataOnly === true ? undefined : request.resource.codec;
    this.#reading = {
      decode: (object) => {
        const decoded = decodeObject(object, 'object', this.#codec);
        if (E.isLeft(decoded)) throw decoded.left;

        return decoded.right;
      },
      onBroken: (error) => {
        options.onBroken?.(error);
      },
    };
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): this {
    this.#reader.push(chunk, (object) => {
      this.#take(object);
    });

    return this;
  }

  /** The page, behind its last byte. */
  end(): Page<T> {
    const document = this.#reader.end();
    if (document === undefined) throw notAList(this.#sent, 'an empty body');
    if (!List.is(document)) {
      if (Status.is(document) && document.status === 'Failure') {
        throw statusError(document, { request: requestName(this.#sent) });
      }
      throw notAList(this.#sent, 'a document without metadata and items');
    }
    const { resourceVersion: version, continue: token, remainingItemCount } = document.metadata;
    if (!ResourceVersion.is(version)) throw withoutVersion(this.#sent);
    const { onInvalid } = this.#options;
    for (const error of this.#invalid) if (onInvalid?.(error) !== 'skip') throw error;

    return {
      items: this.#items,
      version,
      token: token === '' ? undefined : token,
      remaining: remainingItemCount ?? undefined,
    };
  }

  #take(object: EncodedObject): void {
    const path = `items.${String(this.#count++)}`;
    const deferred = this.#deferred(object);
    if (deferred !== undefined) {
      this.#items.push(deferred);

      return;
    }
    const item = decoded(object, path, this.#codec);
    if (E.isRight(item)) this.#items.push(item.right);
    // Where nobody is asked, the first one decides.
    else if (this.#options.onInvalid !== undefined || this.#invalid.length === 0) {
      this.#invalid.push(item.left);
    }
  }

  #deferred(object: EncodedObject): DeferredObject<T> | undefined {
    const { decoding, onInvalid } = this.#options;
    // `onInvalid` has to judge each object as it comes.
    const head = decoding === 'deferred' && onInvalid === undefined ? object.head() : undefined;
    if (head === undefined) return undefined;

    return new DeferredObject<unknown>(head, object).readWith(this.#reading);
  }
}

function decoded<T extends KubeObject>(
  object: EncodedObject,
  path: string,
  codec: Collection<T>['resource']['codec'],
): E.Either<DecodeError, T> {
  try {
    return decodeObject(object.read(), path, codec);
  } catch (error) {
    // A decoder of the user refuses by throwing.
    if (error instanceof DecodeError && error.problem === 'object') return E.left(error);
    throw error;
  }
}
