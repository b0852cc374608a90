import { MAX_DOCUMENT_BYTES, validatedSize } from './plain/document-size.js';
import { DecodeError } from '../errors/errors.js';
import { GrowingBytes } from './plain/growing-bytes.js';
import { JsonValueEnd } from './plain/json-value-end.js';
import { LikelyEnd } from './fast/likely-end.js';
import {
  QUOTE,
  COMMA,
  COLON,
  OPEN_ARRAY,
  CLOSE_ARRAY,
  OPEN_OBJECT,
  CLOSE_OBJECT,
  BYTE_ORDER_MARK,
  isSpace,
} from './plain/bytes.js';

/** The part of the document that the next byte belongs to. */
const enum Place {
  Beginning,
  Key,
  InKey,
  Colon,
  Value,
  InValue,
  BehindValue,
  ItemOrEnd,
  Item,
  InItem,
  BehindItem,
  /** No field of the list follows, or the document is not a list: the rest is kept unread. */
  Rest,
}

/** Options of {@link ListSplitter}. @since 0.1.0 */
export interface ListSplitterOptions {
  /**
   * Bytes of one item, and of all bytes around the items. Above it, the error is a `DecodeError` with `problem: 'size'`.
   * Default 16 MiB, as for an event of a watch.
   */
  readonly maxDocumentBytes?: number | undefined;
  /**
   * Takes an item whose end is the guess of a native search, and returns whether the guess was right. It has to parse
   * the text: an item that a wrong guess cut short does not parse. A refused item is read to its end byte by byte, and is
   * passed to `take`. Default: no guesses.
   */
  readonly tryItem?: TryItem | undefined;
}

/**
 * Takes a probable item: its text, and its bytes, each of which is one character. The bytes change after the call.
 *
 * @since 0.1.0
 */
export type TryItem = (text: string, item: Uint8Array) => boolean;

/** Takes the bytes of one item, which change after the call. They may turn out to be broken. @since 0.1.0 */
export type TakeItem = (item: Uint8Array) => void;

/**
 * Splits the body of a LIST into its items while the bytes arrive. The chunks may end anywhere.
 *
 * ```text
 * push      {"kind":"PodList","items":[{"a     ":1},{}],"meta        data":{}}
 * take                                            {"a":1} {}
 * rest                                                                      {"kind":"PodList","items":[],"metadata":{}}
 * ```
 *
 * - The fields may come in any order and with any white space. Nested `items` belong to their item. A value of `items`
 *   that is not an array, such as `null`, stays in the rest.
 * - The rest parses if the document around the items is whole. Each item has to be parsed for itself.
 * - The cost is linear in the bytes. It keeps one unfinished item, and the rest.
 *
 * @since 0.1.0
 */
export class ListSplitter {
  readonly #take: TakeItem;
  readonly #max: number;
  readonly #around = new GrowingBytes();
  /** The beginning of an item that ends in another chunk. */
  readonly #item = new GrowingBytes();
  readonly #end = new JsonValueEnd();
  readonly #tryItem: TryItem | undefined;
  readonly #likely = new LikelyEnd();
  #place: Place = Place.Beginning;
  /** The start of the last key in the document around the items. */
  #key = 0;
  #isItems = false;
  #hadItems = false;
  #count = 0;

  /** @throws ProtocolError `invalidArgument` if `maxDocumentBytes` is not a positive number. */
  constructor(take: TakeItem, options: ListSplitterOptions = {}) {
    const { maxDocumentBytes = MAX_DOCUMENT_BYTES, tryItem } = options;
    this.#take = take;
    this.#max = validatedSize(maxDocumentBytes);
    this.#tryItem = tryItem;
  }

  /**
   * Takes the next bytes and passes on each item that they complete.
   *
   * @throws DecodeError if the items are not a JSON array, if there are two arrays of items, or if an item is too large.
   */
  push(chunk: Uint8Array): void {
    let at = 0;
    this.#likely.begin(chunk);
    while (at < chunk.length) {
      switch (this.#place) {
        case Place.InItem:
          at = this.#readItem(chunk, at);
          break;
        case Place.InKey:
        case Place.InValue:
          at = this.#readAround(chunk, at);
          break;
        case Place.Rest:
          this.#keep(chunk, at, chunk.length);

          return;
        default:
          if (isSpace(chunk[at]) || this.#step(chunk, at)) at++;
      }
    }
  }

  /** The document so far without its items: their array is empty. */
  rest(): string {
    return new TextDecoder().decode(this.#around.from(0));
  }

  /** Reads one byte between two values. Returns whether the byte is used up. */
  #step(chunk: Uint8Array, at: number): boolean {
    const byte = chunk[at];
    switch (this.#place) {
      case Place.ItemOrEnd:
        if (byte === CLOSE_ARRAY) return this.#go(Place.BehindValue, chunk, at);

        return this.#beginItem(byte);
      case Place.Item:
        return this.#beginItem(byte);
      case Place.BehindItem:
        if (byte === CLOSE_ARRAY) return this.#go(Place.BehindValue, chunk, at);
        if (byte !== COMMA) throw this.#broken('a comma, or the end of the items');
        this.#place = Place.Item;

        return true;
      case Place.Beginning:
        if (byte === OPEN_OBJECT) return this.#go(Place.Key, chunk, at);
        if (BYTE_ORDER_MARK.includes(byte ?? 0)) return this.#go(Place.Beginning, chunk, at);
        break;
      case Place.Key:
        if (byte !== QUOTE) break;
        this.#key = this.#around.length;

        return this.#begin(Place.InKey);
      case Place.Colon:
        if (byte === COLON) return this.#go(Place.Value, chunk, at);
        break;
      case Place.Value:
        if (!this.#isItems || byte !== OPEN_ARRAY) return this.#begin(Place.InValue);
        this.#hadItems = true;

        return this.#go(Place.ItemOrEnd, chunk, at);
      default:
        if (byte === COMMA) return this.#go(Place.Key, chunk, at);
    }

    return this.#begin(Place.Rest);
  }

  #beginItem(byte: number | undefined): boolean {
    if (byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      throw this.#broken('an item');
    }

    return this.#begin(Place.InItem);
  }

  /** Begins a part of the document at this byte. */
  #begin(place: Place): boolean {
    this.#place = place;
    this.#end.reset();

    return false;
  }

  /** Keeps a byte of the document around the items. */
  #go(place: Place, chunk: Uint8Array, at: number): boolean {
    this.#place = place;
    this.#keep(chunk, at, at + 1);

    return true;
  }

  #readAround(chunk: Uint8Array, start: number): number {
    const end = this.#end.find(chunk, start);
    this.#keep(chunk, start, end);
    if (!this.#end.found) return end;
    if (this.#place === Place.InValue) {
      this.#place = Place.BehindValue;

      return end;
    }
    this.#place = Place.Colon;
    this.#isItems = isItems(this.#around.from(this.#key));
    // `JSON.parse` would use the second one, but the consumer already has the items of the first.
    if (this.#isItems && this.#hadItems) throw this.#broken('one list of items, but there are two');

    return end;
  }

  #readItem(chunk: Uint8Array, start: number): number {
    const likely = this.#item.length === 0 ? this.#tried(chunk, start) : undefined;
    if (likely !== undefined) return this.#goBehindItem(likely);
    const end = this.#end.find(chunk, start);
    this.#checkSize(this.#item.length + end - start);
    if (!this.#end.found || this.#item.length > 0) this.#item.add(chunk, start, end);
    if (!this.#end.found) return end;
    const isWhole = this.#item.length === 0;
    this.#take(isWhole ? chunk.subarray(start, end) : this.#item.from(0));
    this.#item.clear();

    return this.#goBehindItem(end);
  }

  /** The end of an item, if it was guessed and the item was taken. */
  #tried(chunk: Uint8Array, start: number): number | undefined {
    const end = this.#tryItem === undefined ? undefined : this.#likely.find(start);
    if (end === undefined) return undefined;
    const isTaken =
      end - start <= this.#max &&
      this.#tryItem?.(this.#likely.text(start, end), chunk.subarray(start, end)) === true;
    this.#likely.learn(isTaken);

    return isTaken ? end : undefined;
  }

  #goBehindItem(end: number): number {
    this.#count++;
    this.#place = Place.BehindItem;

    return end;
  }

  #keep(chunk: Uint8Array, start: number, end: number): void {
    this.#checkSize(this.#around.length + end - start);
    this.#around.add(chunk, start, end);
  }

  #checkSize(bytes: number): void {
    if (bytes <= this.#max) return;
    throw new DecodeError({
      problem: 'size',
      path: this.#place === Place.InItem ? this.#path() : '',
      expected: `at most ${String(this.#max)} bytes; raise maxDocumentBytes if the server's objects are larger`,
      text: `${String(bytes)} bytes without an end`,
    });
  }

  #broken(expected: string): DecodeError {
    return new DecodeError({ problem: 'json', path: this.#path(), expected });
  }

  #path(): string {
    return `items.${String(this.#count)}`;
  }
}

/** @param key with its quotes; an escape may spell it. */
function isItems(key: Uint8Array): boolean {
  const text = new TextDecoder().decode(key);
  if (!text.includes('\\')) return text === '"items"';
  try {
    return JSON.parse(text) === 'items';
  } catch {
    return false;
  }
}
