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

/** Options of {@link JsonSplitter}. @since 0.1.0 */
export interface JsonSplitterOptions {
  /** Bytes of one document. A larger one is a `DecodeError` with `problem: 'size'`. Default 16 MiB, as in client-go. */
  readonly maxDocumentBytes?: number | undefined;
  /**
   * Reads a document from its text, or from its bytes, which change after the call. It throws if they are not a single
   * document. It may get the same document more than once. Default `JSON.parse`.
   */
  readonly read?: ((text: string, bytes: Uint8Array) => unknown) | undefined;
}

/** Takes a document. Returns false to get no more. @since 0.1.0 */
export type TakeDocument = (document: unknown) => boolean;

/**
 * Splits a stream of bytes into JSON documents. The chunks may end anywhere.
 *
 * One document a line is the fast way: a native search finds the line ends. Any other layout is read byte by byte, such
 * as several documents in a line, or a document over several lines. The cost is linear in the bytes. It keeps one
 * unfinished document.
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
  /** How many bytes of it were searched for a likely end. */
  #searched = 0;
  /** The document goes on over a line end. */
  #multiline = false;
  /** The last document was a line of its own. The next one is expected to be one too. */
  #byLines = false;
  /** How many bytes of a byte order mark were read at the very beginning; `undefined` behind it. */
  #mark: number | undefined = 0;

  /** @throws ProtocolError `invalidArgument` if `maxDocumentBytes` is not a positive number. */
  constructor(options: JsonSplitterOptions = {}) {
    const { maxDocumentBytes = MAX_DOCUMENT_BYTES, read = parse } = options;
    this.#max = validatedSize(maxDocumentBytes);
    this.#read = read;
  }

  /**
   * Takes the next bytes and passes on each document that they complete.
   *
   * @throws DecodeError if they are not JSON, or if a document is too large. Do not push more bytes then.
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
   * Passes on a last document that is complete without a line end. An unfinished one is dropped: the next connection
   * brings the whole document.
   *
   * @throws DecodeError if the rest is not JSON.
   */
  end(take: TakeDocument): void {
    if (!this.#scan(take) || !this.#scanner.endsHere()) return;
    const document = this.#parse(this.#kept.from(0));
    if (document !== BROKEN) take(document);
  }

  /**
   * Reads the kept bytes and the rest of their line, at which the document is expected to end. At the end of a chunk
   * without a line end, `start` equals `end`.
   */
  #line(chunk: Uint8Array, start: number, end: number, take: TakeDocument): boolean {
    const kept = this.#kept.length > 0;
    // Read each time, before it decides anything: otherwise V8 would compile this function again at the first decision.
    const isLikelyEnd = this.#likelyEnd.found;
    // An exception for each empty line would cost a thousand times as much as the line. A bare line end, which may begin a
    // chunk, comes first: V8 compiles this function again when the loop runs for the first time.
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
   * Keeps the end of a chunk that has no line end, and returns whether to wait for more. If documents are lines it
   * waits, unless the kept bytes look like a whole document. Their brackets and strings show that at a fraction of the
   * cost of parsing.
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

  /** Reads the kept bytes that were not read yet. Returns whether the consumer takes more documents. */
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

  /** White space between documents does not belong to the next one. */
  #skipSpace(from: number): number {
    if (from < this.#scanned) return from;
    let at = from;
    while (at < this.#kept.length && isSpace(this.#kept.at(at))) at++;
    this.#scanned = at;

    return at;
  }

  /** Returns the start of the documents in a chunk, behind a byte order mark. */
  #skipMark(chunk: Uint8Array): number {
    let at = 0;
    while (this.#mark !== undefined && at < chunk.length) {
      if (chunk[at] !== BYTE_ORDER_MARK[this.#mark]) {
        // Half of a mark is not a mark: its bytes belong to the document.
        this.#kept.add(BYTE_ORDER_MARK, 0, this.#mark);
        this.#mark = undefined;
      } else {
        at++;
        this.#mark = this.#mark + 1 < BYTE_ORDER_MARK.length ? this.#mark + 1 : undefined;
      }
    }

    return at;
  }

  /** Returns `BROKEN` if the bytes are not a single document. */
  #parse(bytes: Uint8Array): unknown {
    try {
      return this.#read(this.#decoder.decode(bytes), bytes);
    } catch {
      return BROKEN;
    }
  }

  /** Drops the first kept bytes. */
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
