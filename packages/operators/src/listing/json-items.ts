import { DecodeError } from '@rxkube/protocol';
import {
  ListSplitter,
  type Span,
  managedFieldsIn,
  managedFieldsInText,
  readObjectHead,
} from '@rxkube/protocol/json';

import { omitting } from '../decoding/omit.js';
import { RawObject, type SourceReader } from '../raw/raw-object.js';
import { itemText } from '../raw/raw-text.js';
import { type Omission } from '../format/omission.js';
import { type ItemSink, type PageItems } from './page-items.js';

/** Options of {@link JsonItems}. */
export interface JsonItemsOptions {
  /** The fields that items of a built-in type lack and objects of a watch have. */
  readonly kind: ItemKind;
  /** The request, for errors. */
  readonly request: string;
  readonly isDeferring: boolean;
  readonly omit?: readonly Omission[] | undefined;
  readonly maxDocumentBytes?: number | undefined;
}

interface ItemKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Cuts a page in JSON while it arrives, item by item, so that no page is ever kept as bytes.
 *
 * Items of built-in types come without `apiVersion` and `kind`, the objects of a watch with both. They are filled in, so
 * that an object looks the same whichever way it came.
 */
export class JsonItems implements PageItems {
  readonly #request: string;
  readonly #finish: (item: unknown) => unknown;
  readonly #omitsManagedFields: boolean;
  readonly #isDeferring: boolean;
  readonly #reader: SourceReader<string>;
  readonly #splitter: ListSplitter;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #sink: ItemSink | undefined;
  #count = 0;
  #bytes = 0;

  constructor({ kind, request, isDeferring, omit, maxDocumentBytes }: JsonItemsOptions) {
    const omitted = omitting(omit);
    this.#request = request;
    this.#finish = (item) => withKind(omitted(item), kind);
    this.#omitsManagedFields = omit?.includes('managedFields') === true;
    this.#isDeferring = isDeferring;
    this.#reader = itemText(this.#finish);
    this.#splitter = new ListSplitter(
      (bytes) => {
        this.#take(bytes);
      },
      {
        maxDocumentBytes,
        // Only parsing tells whether the guess of an end was right.
        tryItem: isDeferring ? undefined : (text, bytes) => this.#try(text, bytes),
      },
    );
  }

  push(chunk: Uint8Array, sink: ItemSink): void {
    this.#bytes += chunk.length;
    this.#sink = sink;
    this.#splitter.push(chunk);
  }

  end(): unknown {
    const text = this.#splitter.rest();
    if (text.trim() === '') return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw this.#damaged(
        '',
        `the body is broken or was cut short after ${String(this.#bytes)} bytes`,
      );
    }
  }

  /** Takes a whole item. @param bytes change after the call. */
  #take(bytes: Uint8Array): void {
    const text = this.#textOf(bytes);
    const head = this.#isDeferring ? readObjectHead(bytes) : undefined;
    if (head !== undefined) {
      this.#count++;
      this.#sink?.addRaw(RawObject.from(head, text, this.#reader));

      return;
    }
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      // The message of the SyntaxError quotes the text, which may be a Secret.
      throw this.#damaged(`items.${String(this.#count)}`, 'the item is broken');
    }
    this.#add(parsed);
  }

  /**
   * Takes an item whose end is a guess; says whether it parses.
   *
   * @param bytes each of them is one character of `text`.
   */
  #try(text: string, bytes: Uint8Array): boolean {
    let parsed: unknown;
    try {
      parsed = JSON.parse(this.#remainingText(text, bytes));
    } catch {
      return false;
    }
    this.#add(parsed);

    return true;
  }

  #add(parsed: unknown): void {
    this.#count++;
    this.#sink?.addParsed(this.#finish(parsed));
  }

  /** The text without the managed fields, if these are omitted. */
  #remainingText(text: string, bytes: Uint8Array): string {
    if (!this.#omitsManagedFields) return text;
    const cut = managedFieldsInText(text, 'object') ?? managedFieldsIn(bytes, 'object');

    return cut === undefined ? text : text.slice(0, cut.start) + text.slice(cut.end);
  }

  /** The same from bytes. A raw object keeps this text, so it must not be a view of the whole one. */
  #textOf(bytes: Uint8Array): string {
    const cut = this.#omitsManagedFields ? managedFieldsIn(bytes, 'object') : undefined;

    return this.#decoder.decode(cut === undefined ? bytes : remainingBytes(bytes, cut));
  }

  #damaged(path: string, problem: string): DecodeError {
    return new DecodeError({
      problem: 'json',
      path,
      expected: `the list that ${this.#request} asked for, as JSON; ${problem}`,
    });
  }
}

function remainingBytes(bytes: Uint8Array, cut: Span): Uint8Array {
  const rest = new Uint8Array(bytes.length - (cut.end - cut.start));
  rest.set(bytes.subarray(0, cut.start));
  rest.set(bytes.subarray(cut.end), cut.start);

  return rest;
}

interface Usual {
  readonly metadata: unknown;
  readonly spec: unknown;
  readonly status: unknown;
}

function withKind(item: unknown, names: ItemKind): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const { apiVersion, kind } = item as Partial<ItemKind>;

  return apiVersion === undefined || kind === undefined ? withNames(item, names) : item;
}

function withNames(item: object, names: ItemKind): object {
  if (!isUsual(item)) return { ...names, ...item };
  const { metadata, spec, status } = item;

  // The same result as the spread, which takes some microseconds and gives an object of twice the size.
  return { apiVersion: names.apiVersion, kind: names.kind, metadata, spec, status };
}

function isUsual(item: object): item is Usual {
  return 'metadata' in item && 'spec' in item && 'status' in item && Object.keys(item).length === 3;
}
