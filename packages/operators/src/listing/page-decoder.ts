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
import { DistinctItems } from '../list-size/distinct-items.js';
import { type ListLimits, ListSize, type SizeSoFar } from '../list-size/list-size.js';
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
  /** The size of the list, this page included. */
  readonly size: SizeSoFar;
}

/** The callbacks for the objects of a page. */
export interface PageDecoderOptions extends ListLimits {
  readonly onInvalid?: OnInvalid | undefined;
  readonly omit?: readonly Omission[] | undefined;
  readonly decoding?: Decoding | undefined;
  readonly onBroken?: ((error: DecodeError) => void) | undefined;
  readonly maxDocumentBytes?: number | undefined;
}

/** Errors with their stacks are larger than the items that cause them. */
const MAX_KEPT_ERRORS = 1_000;

/**
 * Decodes the body of one page while it arrives, in any format.
 *
 * An invalid object is reported when the page is whole: a page that was cut short is requested again, and its objects
 * are judged then. If a page has more than 1,000 of them, they are reported as they arrive.
 */
export class PageDecoder<T extends KubeObject> implements ItemSink {
  readonly #sent: ApiRequest;
  readonly #onInvalid: OnInvalid | undefined;
  readonly #codec: Collection<T>['resource']['codec'];
  readonly #page: PageItems;
  readonly #reading: Reading<T>;
  readonly #items = new DistinctItems<T>();
  readonly #size: ListSize;
  #invalid: DecodeError[] = [];
  /** `onInvalid` has heard of the invalid objects before. There are too many to keep until the page ends. */
  #isJudging = false;
  #count = 0;

  /**
   * @param format the format of the body; `undefined` for JSON.
   * @param before the size of the pages before this one.
   * @throws ProtocolError `invalidArgument` if an option is invalid.
   */
  constructor(
    sent: ApiRequest,
    { resource, metadataOnly }: Collection<T>,
    options: PageDecoderOptions = {},
    format?: Format,
    before?: SizeSoFar,
  ) {
    const { decoding = 'eager', onInvalid, onBroken } = options;
    this.#sent = sent;
    this.#onInvalid = onInvalid;
    this.#size = new ListSize(requestName(sent), options, before);
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
    this.#size.addBytes(chunk.length);
    this.#page.push(chunk, this);
    this.#items.addBytes(chunk.length);

    return this;
  }

  addRaw(object: RawObject<unknown>): void {
    this.#addCount();
    this.#items.add(object.readWith(this.#reading));
  }

  addParsed(parsed: unknown): void {
    const index = this.#addCount();
    // The page has failed, and each further error would cost time.
    if (this.#hasFailed) return;
    const item = readObject(parsed, `items.${String(index)}`, this.#codec);
    if (item instanceof DecodeError) this.#keepInvalid(item);
    else this.#items.add(item);
  }

  addInvalid(error: DecodeError): void {
    this.#addCount();
    if (!this.#hasFailed) this.#keepInvalid(error);
  }

  /** The page, after its last byte. */
  end(): Page<T> {
    const list = this.#list();
    const { resourceVersion: version, continue: token, remainingItemCount } = list.metadata;
    if (!isResourceVersion(version)) throw withoutVersion(this.#sent);
    this.#judge();

    return {
      items: this.#items.all,
      size: { items: this.#size.items, bytes: this.#size.bytes },
      version,
      token: token === '' || token === null ? undefined : token,
      remaining: remainingItemCount ?? undefined,
    };
  }

  /** Counts an object, and gives its index. */
  #addCount(): number {
    this.#size.addItem();

    return this.#count++;
  }

  /** Without `onInvalid` the first invalid object decides. */
  get #hasFailed(): boolean {
    return this.#onInvalid === undefined && this.#invalid.length > 0;
  }

  #keepInvalid(error: DecodeError): void {
    this.#invalid.push(error);
    if (this.#isJudging || this.#invalid.length > MAX_KEPT_ERRORS) {
      this.#isJudging = true;
      this.#judge();
    }
  }

  #judge(): void {
    const errors = this.#invalid;
    this.#invalid = [];
    for (const error of errors) if (this.#onInvalid?.(error) !== 'skip') throw error;
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
