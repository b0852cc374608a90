import {
  type ApiRequest,
  type Collection,
  DecodeError,
  type KubeObject,
  List,
  ResourceVersion,
  Status,
  requestName,
  statusError,
} from '@rxkube/protocol';
import { ListSplitter } from '@rxkube/protocol/json';
import { either as E } from 'fp-ts';

import { type Item } from '../decoding/deferred-listed.js';
import { type Omission } from '../decoding/omission.js';
import { type OnInvalid } from '../decoding/watch-events.js';
import { ItemDecoder } from './item-decoder.js';
import { notAList, withoutVersion } from './not-a-list.js';

/** One page of a list, decoded. */
export interface Page<T> {
  readonly items: readonly Item<T>[];
  readonly version: ResourceVersion;
  /** Leads to the next page; absent on the last one. */
  readonly token: string | undefined;
  readonly remaining: number | undefined;
}

/** What to do with the objects of a page. */
export interface PageDecoderOptions {
  readonly onInvalid?: OnInvalid | undefined;
  readonly omit?: readonly Omission[] | undefined;
  readonly decoding?: 'eager' | 'deferred' | undefined;
  readonly onBroken?: ((error: DecodeError) => void) | undefined;
  readonly maxDocumentBytes?: number | undefined;
}

/**
 * Decodes the body of one page while it arrives, item by item, so that no page is ever kept as bytes.
 *
 * What is wrong with an item is told when the page is whole: a page that was cut is asked for again, and its items
 * are judged then.
 */
export class PageDecoder<T extends KubeObject> {
  readonly #sent: ApiRequest;
  readonly #onInvalid: OnInvalid | undefined;
  readonly #splitter: ListSplitter;
  readonly #decoder: ItemDecoder<T>;
  readonly #items: Item<T>[] = [];
  readonly #invalid: DecodeError[] = [];
  #count = 0;
  #bytes = 0;

  /** @throws ProtocolError `invalidArgument` for options that mean nothing. */
  constructor(sent: ApiRequest, request: Collection<T>, options: PageDecoderOptions = {}) {
    const { onInvalid, omit, onBroken, maxDocumentBytes } = options;
    this.#sent = sent;
    this.#onInvalid = onInvalid;
    // With a codec, `onInvalid` has to judge each object as it comes.
    const isFree = onInvalid === undefined || request.resource.codec === undefined;
    const isDeferring = options.decoding === 'deferred' && isFree;
    this.#decoder = new ItemDecoder(request, { omit, onBroken, isDeferring });
    this.#splitter = new ListSplitter(
      (bytes) => {
        this.#take(bytes);
      },
      {
        maxDocumentBytes,
        // What nobody parses may end anywhere.
        tryItem: isDeferring ? undefined : (text, bytes) => this.#try(text, bytes),
      },
    );
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): this {
    this.#bytes += chunk.length;
    this.#splitter.push(chunk);

    return this;
  }

  /** The page, behind its last byte. */
  end(): Page<T> {
    const list = this.#list();
    const version = list.metadata.resourceVersion;
    if (!ResourceVersion.is(version)) throw withoutVersion(this.#sent);
    for (const error of this.#invalid) if (this.#onInvalid?.(error) !== 'skip') throw error;
    const { continue: token, remainingItemCount } = list.metadata;

    return {
      items: this.#items,
      version,
      token: token === '' ? undefined : token,
      remaining: remainingItemCount ?? undefined,
    };
  }

  #take(bytes: Uint8Array): void {
    const deferred = this.#decoder.deferred(bytes);
    if (deferred !== undefined) {
      this.#count++;
      this.#items.push(deferred);

      return;
    }
    let parsed: unknown;
    try {
      parsed = this.#decoder.parse(bytes);
    } catch {
      // The message of the SyntaxError quotes the text, which may be a Secret.
      throw this.#broken(`items.${String(this.#count)}`, 'the item is broken');
    }
    this.#add(parsed);
  }

  /** Takes an item whose end is a guess, where it parses. */
  #try(text: string, bytes: Uint8Array): boolean {
    let parsed: unknown;
    try {
      parsed = this.#decoder.parseText(text, bytes);
    } catch {
      return false;
    }
    this.#add(parsed);

    return true;
  }

  #add(parsed: unknown): void {
    const item = this.#decoder.decoded(parsed, `items.${String(this.#count++)}`);
    if (E.isRight(item)) this.#items.push(item.right);
    // Where nobody is asked, the first one decides.
    else if (this.#onInvalid !== undefined || this.#invalid.length === 0) {
      this.#invalid.push(item.left);
    }
  }

  /** The document around the items. */
  #list(): List {
    const text = this.#splitter.rest();
    if (text.trim() === '') throw notAList(this.#sent, 'an empty body');
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      throw this.#broken(
        '',
        `the body is broken or was cut short after ${String(this.#bytes)} bytes`,
      );
    }
    if (List.is(document)) return document;
    if (Status.is(document) && document.status === 'Failure') {
      throw statusError(document, { request: requestName(this.#sent) });
    }
    throw notAList(this.#sent, 'a document without metadata and items');
  }

  #broken(path: string, what: string): DecodeError {
    return new DecodeError({
      problem: 'json',
      path,
      expected: `the list that ${requestName(this.#sent)} asked for, as JSON; ${what}`,
    });
  }
}
