import { MAX_DOCUMENT_BYTES, validatedSize } from './plain/document-size.js';
import { DecodeError } from '../errors/errors.js';
import { excerpt } from '../errors/excerpt.js';
import { Found, JsonScanner } from './json-scanner.js';
import { GrowingBytes } from './plain/growing-bytes.js';
import { JsonValueEnd } from './plain/json-value-end.js';
import {
  NEWLINE,
  SPACE,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  BYTE_ORDER_MARK,
  isSpace,
} from './plain/bytes.js';

/** What {@link JsonSplitter} needs to know. @since 0.1.0 */
export interface JsonSplitterOptions {
  /** Bytes of one document; more is a `DecodeError` with `problem: 'size'`. Default 16 MiB, as client-go. */
  readonly maxDocumentBytes?: number | undefined;
  /**
   * Makes what is handed on from the text of a document, or from its bytes, which change after the call. It throws
   * where that is no single document, and may see one more than once. Default `JSON.parse`.
   */
  readonly read?: ((text: string, bytes: Uint8Array) => unknown) | undefined;
}

/** Takes a document; returns false to have no more. @since 0.1.0 */
export type TakeDocument = (document: unknown) => boolean;

/**
 * Cuts a stream of bytes into JSON documents, wherever the chunks are cut.
 *
 * One document a line is the fast way: the borders are found by a native search. Several in a line, one over
 * several lines, or none but their own ends between them are found by reading byte by byte. The cost is linear in
 * the bytes, and what is kept is one unfinished document.
 *
 * @since 0.1.0
 */
export class JsonSplitter {
  readonly #max: number;
  readonly #read: (text: string, bytes: Uint8Array) => unknown;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #scanner = new JsonScanner();
  readonly #likelyEnd = new JsonValueEnd();
  /** The unfinished document, of which the scanner has read `#scanned` bytes. */
  readonly #kept = new GrowingBytes();
  #scanned = 0;
  /** How much of it was searched for a likely end. */
  #searched = 0;
  /** The document is known to go on over a line end. */
  #multiline = false;
  /** The last document was a line of its own: the next one is taken for one, too. */
  #byLines = false;
  /** How much of a byte order mark was read at the very beginning; `undefined` behind it. */
  #mark: number | undefined = 0;

  /** @throws ProtocolError `invalidArgument` if `maxDocumentBytes` is not a positive number. */
  constructor(options: JsonSplitterOptions = {}) {
    const { maxDocumentBytes = MAX_DOCUMENT_BYTES, read = parse } = options;
    this.#max = validatedSize(maxDocumentBytes);
    this.#read = read;
  }

  /**
   * Takes the next bytes and hands on each document that they complete.
   *
   * @throws DecodeError where they are no JSON, or where a document is too large. The splitter is then done.
   */
  push(chunk: Uint8Array, take: TakeDocument): void {
    let at = this.#mark === undefined ? 0 : this.#skipMark(chunk);
    while (at < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, at);
      const end = newline === -1 ? chunk.length : newline + 1;
      if (newline === -1 && this.#waits(chunk, at)) return;
      if (!this.#line(chunk, newline === -1 ? end : at, end, take)) return;
      at = end;
    }
  }

  /**
   * Hands on a document that is complete although no line end follows. An unfinished one is dropped: the next
   * connection brings it whole.
   *
   * @throws DecodeError where the rest is no JSON.
   */
  end(take: TakeDocument): void {
    if (!this.#scan(take) || !this.#scanner.endsHere()) return;
    const document = this.#parse(this.#kept.from(0));
    if (document !== BROKEN) take(document);
  }

  /**
   * What is kept and the rest of its line, where the document is expected to end. Nothing is added where a chunk ends
   * without a line end.
   */
  #line(chunk: Uint8Array, start: number, end: number, take: TakeDocument): boolean {
    const kept = this.#kept.length > 0;
    // Always looked at, so that the first time in which it decides is nothing new to V8, which would compile this anew.
    const isLikelyEnd = this.#likelyEnd.found;
    // An exception for each empty line would cost a thousand times what the line does. A bare line end, which a chunk may
    // begin with, is told apart first: V8 compiles this anew when the loop runs for the first time.
    if (!kept && (end - start === 1 || isBlank(chunk, start, end))) return true;
    if (kept) this.#kept.add(chunk, start, end);
    if (this.#multiline || (start === end && !isLikelyEnd)) return this.#scan(take);
    const line = kept ? this.#kept.from(0) : chunk.subarray(start, end);
    const document = line.length <= this.#max ? this.#parse(line) : BROKEN;
    if (document !== BROKEN) {
      this.#byLines = true;
      if (kept) this.#forget(this.#kept.length);

      return take(document);
    }
    if (!kept) this.#kept.add(chunk, start, end);

    return this.#scan(take);
  }

  /**
   * Keeps what a chunk ends with, without a line end, and says whether to wait for more. Where documents are lines it
   * waits, unless it looks like a whole document: brackets and strings alone tell that at a fraction of the cost of
   * reading it.
   */
  #waits(chunk: Uint8Array, start: number): boolean {
    this.#kept.add(chunk, start, chunk.length);
    if (this.#multiline || !this.#byLines || this.#kept.length > this.#max) return false;
    const last = this.#kept.at(this.#kept.length - 1) ?? 0;
    if (last !== CLOSE_OBJECT && last !== CLOSE_ARRAY && last > SPACE) return true;
    if (!this.#likelyEnd.found) {
      this.#likelyEnd.find(this.#kept.from(0), this.#searched);
      this.#searched = this.#kept.length;
    }

    return !this.#likelyEnd.found;
  }

  /** Reads the kept bytes that were not read yet; says whether more documents are wanted. */
  #scan(take: TakeDocument): boolean {
    const scanner = this.#scanner;
    let start = this.#skipSpace(0);
    for (;;) {
      const found = scanner.scan(this.#kept.from(0), this.#scanned, this.#kept.length);
      this.#scanned = scanner.at;
      if (found === Found.More) break;
      this.#checkSize(scanner.at - start);
      const document =
        found === Found.Value ? this.#parse(this.#kept.from(start, scanner.at)) : BROKEN;
      if (document === BROKEN) throw this.#broken(start, scanner.at);
      start = this.#skipSpace(scanner.at);
      scanner.reset();
      this.#byLines = false;
      if (!take(document)) return false;
    }
    this.#multiline =
      !scanner.idle &&
      (this.#kept.at(this.#kept.length - 1) === NEWLINE || (this.#multiline && start === 0));
    this.#forget(scanner.idle ? this.#kept.length : start);
    this.#checkSize(this.#kept.length);

    return true;
  }

  /** White space between documents is no part of the next one. */
  #skipSpace(from: number): number {
    if (from < this.#scanned) return from;
    let at = from;
    while (at < this.#kept.length && isSpace(this.#kept.at(at))) at++;
    this.#scanned = at;

    return at;
  }

  /** Where the documents of a chunk begin. */
  #skipMark(chunk: Uint8Array): number {
    let at = 0;
    while (this.#mark !== undefined && at < chunk.length) {
      if (chunk[at] !== BYTE_ORDER_MARK[this.#mark]) {
        // Half of a mark is none: it is read as what it is.
        this.#kept.add(BYTE_ORDER_MARK, 0, this.#mark);
        this.#mark = undefined;
      } else {
        at++;
        this.#mark = this.#mark + 1 < BYTE_ORDER_MARK.length ? this.#mark + 1 : undefined;
      }
    }

    return at;
  }

  /** `BROKEN` where it is no single document. */
  #parse(bytes: Uint8Array): unknown {
    try {
      return this.#read(this.#decoder.decode(bytes), bytes);
    } catch {
      return BROKEN;
    }
  }

  /** Drops the first bytes of what is kept. */
  #forget(bytes: number): void {
    if (bytes === 0) return;
    this.#kept.drop(bytes);
    this.#scanned = Math.max(0, this.#scanned - bytes);
    this.#searched = 0;
    this.#likelyEnd.reset();
    if (this.#kept.length > 0) return;
    this.#scanner.reset();
    this.#scanned = 0;
    this.#multiline = false;
  }

  #checkSize(bytes: number): void {
    if (bytes <= this.#max) return;
    throw new DecodeError({
      problem: 'size',
      path: '',
      expected: `at most ${String(this.#max)} bytes; raise maxDocumentBytes if the server's objects are larger`,
      text: `${String(bytes)} bytes without an end`,
    });
  }

  #broken(start: number, at: number): DecodeError {
    return new DecodeError({
      problem: 'json',
      path: '',
      expected: `JSON, but it breaks ${String(at - start)} bytes into the document`,
      text: excerpt(
        this.#decoder.decode(this.#kept.from(start, Math.min(this.#kept.length, at + 40))),
      ),
    });
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(bytes[at])) return false;

  return true;
}

function parse(text: string): unknown {
  return JSON.parse(text) as unknown;
}

const BROKEN = Symbol('broken');
