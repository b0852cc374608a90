import {
  type ApiRequest,
  type Collection,
  DecodeError,
  type KubeObject,
  type List,
  type ResourceVersion,
  isResourceVersion,
  apiVersionOf,
  isFailure,
  isList,
  readObject,
  requestName,
  statusError,
} from '@rxkube/protocol';

import { type Decoding } from '../decoding/decoding.js';
import { type Item } from '../raw/listed.js';
import { type RawObject, type Reading } from '../raw/raw-object.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { type Format } from '../format/format.js';
import { type Omission } from '../format/omission.js';
import { encodedItems } from './encoded-items.js';
import { JsonItems } from './json-items.js';
import { notAList, withoutVersion } from './not-a-list.js';
import { type ItemSink, type PageItems } from './page-items.js';

/** One page of a list, decoded. */
export interface Page<T> {
  readonly items: readonly Item<T>[];
  readonly version: ResourceVersion;
  /** Leads to the next page; absent on the last one. */
  readonly token: string | undefined;
  readonly remaining: number | undefined;
}

/** The callbacks for the objects of a page. */
export interface PageDecoderOptions {
  readonly onInvalid?: OnInvalid | undefined;
  readonly omit?: readonly Omission[] | undefined;
  readonly decoding?: Decoding | undefined;
  readonly onBroken?: ((error: DecodeError) => void) | undefined;
  readonly maxDocumentBytes?: number | undefined;
}

/**
 * Decodes the body of one page while it arrives, in any format.
 *
 * An invalid object is reported when the page is whole: a page that was cut short is requested again, and its objects
 * are judged then.
 */
export class PageDecoder<T extends KubeObject> implements ItemSink {
  readonly #sent: ApiRequest;
  readonly #onInvalid: OnInvalid | undefined;
  readonly #codec: Collection<T>['resource']['codec'];
  readonly #page: PageItems;
  readonly #reading: Reading<T>;
  readonly #items: Item<T>[] = [];
  readonly #invalid: DecodeError[] = [];
  #count = 0;

  /**
   * @param format the format of the body; `undefined` for JSON.
   * @throws ProtocolError `invalidArgument` if an option is invalid.
   */
  constructor(
    sent: ApiRequest,
    { resource, metadataOnly }: Collection<T>,
    options: PageDecoderOptions = {},
    format?: Format,
  ) {
    const { decoding = 'eager', onInvalid, onBroken } = options;
    this.#sent = sent;
    this.#onInvalid = onInvalid;
    // The codec expects whole objects; these have no spec and no status.
    this.#codec = metadataOnly === true ? undefined : resource.codec;
    this.#reading = {
      decode: (parsed) => {
        const object = readObject(parsed, 'object', this.#codec);
        if (object instanceof DecodeError) throw object;

        return object;
      },
      onBroken: (error) => {
        onBroken?.(error);
      },
    };
    // `onInvalid` has to judge each object as it arrives, whatever refuses it: the codec, or the decoder of a format.
    const hasJudge = onInvalid !== undefined && (format ?? resource.codec) !== undefined;
    const isDeferring = decoding !== 'eager' && !hasJudge;
    this.#page =
      format === undefined
        ? new JsonItems({
            ...options,
            kind: { apiVersion: apiVersionOf(resource), kind: resource.kind },
            request: requestName(sent),
            isDeferring,
          })
        : encodedItems(format, isDeferring, options);
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): this {
    this.#page.push(chunk, this);

    return this;
  }

  addRaw(object: RawObject<unknown>): void {
    this.#count++;
    this.#items.push(object.readWith(this.#reading));
  }

  addParsed(parsed: unknown): void {
    const item = readObject(parsed, `items.${String(this.#count++)}`, this.#codec);
    if (item instanceof DecodeError) this.#keepInvalid(item);
    else this.#items.push(item);
  }

  addInvalid(error: DecodeError): void {
    this.#count++;
    this.#keepInvalid(error);
  }

  /** The page, after its last byte. */
  end(): Page<T> {
    const list = this.#list();
    const { resourceVersion: version, continue: token, remainingItemCount } = list.metadata;
    if (!isResourceVersion(version)) throw withoutVersion(this.#sent);
    for (const error of this.#invalid) if (this.#onInvalid?.(error) !== 'skip') throw error;

    return {
      items: this.#items,
      version,
      token: token === '' || token === null ? undefined : token,
      remaining: remainingItemCount ?? undefined,
    };
  }

  /** Without `onInvalid` the first error decides, and the others need no memory. */
  #keepInvalid(error: DecodeError): void {
    if (this.#onInvalid !== undefined || this.#invalid.length === 0) this.#invalid.push(error);
  }

  /** The document around the objects. */
  #list(): List {
    const document = this.#page.end();
    if (document === undefined) throw notAList(this.#sent, 'an empty body');
    if (isList(document)) return document;
    if (isFailure(document)) {
      throw statusError(document, { request: requestName(this.#sent) });
    }
    throw notAList(this.#sent, 'a document without metadata and items');
  }
}
