import {
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
  type InflateRaw,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib';
import { isError } from '@rxkube/protocol/internal';

/** The encodings that this transport can decode. */
export type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br';

/** Receives the decoded bytes. Exactly one of `complete` and `error` is called, as the last call. */
export interface BodySink {
  readonly next: (chunk: Uint8Array) => void;
  readonly complete: () => void;
  readonly error: (error: unknown) => void;
  /** There is room again, after a `write` that gave false. */
  readonly drain: () => void;
}

/** Takes the bytes of one body as they come from the wire. */
export interface BodyDecoder {
  /** False asks the caller to wait for `drain`; the chunk is taken all the same. */
  readonly write: (chunk: Uint8Array) => boolean;
  /** Ends the body, with `failure` if the connection was cut. The bytes received are decoded first, then the sink ends. */
  readonly end: (failure?: unknown) => void;
  /** Drops the rest of the body. */
  readonly destroy: () => void;
}

/** Every stream of `node:zlib` counts the bytes that it has decoded. */
type Transform = BrotliDecompress | Gunzip | Inflate | InflateRaw;

/** Bytes that may wait to be decoded before the wire is asked to wait; 64 KiB are one read of a socket. */
const MAX_WAITING = 64 * 1024;

/** Members of one body that may be of any size. Each costs 0.1 ms, even if it is empty. */
const FREE_MEMBERS = 1_000;
/** Bytes that each further member must bring on average. */
const MEMBER_BYTES = 64;

/** The encoding that a `content-encoding` header names, or `undefined` for one that cannot be undone. */
export function contentEncoding(header: string | undefined): ContentEncoding | undefined {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  const encodings = names.filter((name) => name !== '' && name !== 'identity');
  switch (encodings.join(', ')) {
    case '':
      return 'identity';
    case 'gzip':
    case 'x-gzip':
      return 'gzip';
    case 'deflate':
      return 'deflate';
    case 'br':
      return 'br';
    default:
      return undefined;
  }
}

/**
 * Undoes a content encoding while the bytes arrive, each flush of the sender as soon as its bytes are here.
 *
 * - Without an encoding, chunks are handed on at once and as they are.
 * - It may come in several members, as a streaming list of Kubernetes 1.37 does with gzip.
 */
export function bodyDecoder(encoding: ContentEncoding, sink: BodySink): BodyDecoder {
  return encoding === 'identity' ? plainDecoder(sink) : zlibDecoder(encoding, sink);
}

function plainDecoder(sink: BodySink): BodyDecoder {
  return {
    write: (chunk) => {
      sink.next(chunk);

      return true;
    },
    end: (failure) => {
      if (failure === undefined) sink.complete();
      else sink.error(failure);
    },
    destroy: () => undefined,
  };
}

/**
 * One stream of `node:zlib` for each member. A gzip stream goes on to the next member by itself. A stream of another
 * encoding ends with its member, and so does gzip before padding. The rest of the bytes begins a new member.
 */
function zlibDecoder(encoding: Exclude<ContentEncoding, 'identity'>, sink: BodySink): BodyDecoder {
  return new MemberDecoder(encoding, sink);
}

class MemberDecoder implements BodyDecoder {
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Made by the first byte: an empty body is not a broken one. */
  #stream: Transform | undefined;
  #decoding: { readonly bytes: Uint8Array; readonly before: number } | undefined;
  #isFull = false;
  #hasWireEnded = false;
  #members = 0;
  #decodedBytes = 0;
  #wireFailure: unknown;

  constructor(
    private readonly encoding: Exclude<ContentEncoding, 'identity'>,
    private readonly sink: BodySink,
  ) {}

  write(chunk: Uint8Array): boolean {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#feed();
    this.#isFull = this.#waitingBytes >= MAX_WAITING;

    return !this.#isFull;
  }

  end(failure?: unknown): void {
    this.#hasWireEnded = true;
    this.#wireFailure = failure;
    this.#feed();
  }

  destroy(): void {
    this.#waiting.length = 0;
    this.#stream?.destroy();
  }

  #open(first: Uint8Array): Transform {
    const opened = inflater(this.encoding, first);
    this.#members += 1;
    opened.on('data', (chunk: Uint8Array) => {
      this.#decodedBytes += chunk.length;
      this.sink.next(chunk);
    });
    opened.on('end', () => {
      if (this.#decoding === undefined) {
        this.#finish();

        return;
      }
      if (this.#hasTinyMembers) {
        this.sink.error(
          new Error(`the body has ${String(this.#members)} tiny ${this.encoding} members`),
        );

        return;
      }
      // The member has ended within these bytes: the rest is another one.
      const rest = this.#decoding.bytes.subarray(opened.bytesWritten - this.#decoding.before);
      this.#stream = undefined;
      this.#decoding = undefined;
      this.#waiting.unshift(rest);
      this.#waitingBytes += rest.length;
      this.#feed();
    });
    // A cut on the wire shows here as a premature end; the cut is the reason.
    opened.on('error', (error) => {
      this.sink.error(this.#wireFailure ?? error);
    });

    return opened;
  }

  /** Whether the members are so many and so small that they cost more than they bring. */
  get #hasTinyMembers(): boolean {
    return this.#members > FREE_MEMBERS + this.#decodedBytes / MEMBER_BYTES;
  }

  /** Decodes one chunk at a time, to know how far its member went. */
  #feed(): void {
    while (this.#decoding === undefined) {
      const chunk = this.#waiting.shift();
      if (chunk === undefined) break;
      this.#waitingBytes -= chunk.length;
      const isFirst = this.#stream === undefined;
      const bytes = isFirst && this.encoding === 'gzip' ? withoutPadding(chunk) : chunk;
      if (bytes.length > 0) this.#decode(bytes);
    }
    if (this.#isFull && this.#waitingBytes < MAX_WAITING) {
      this.#isFull = false;
      this.sink.drain();
    }
    if (this.#decoding !== undefined || !this.#hasWireEnded) return;
    if (this.#stream === undefined) this.#finish();
    else this.#stream.end();
  }

  #decode(bytes: Uint8Array): void {
    this.#stream ??= this.#open(bytes);
    const member = this.#stream;
    const before = member.bytesWritten;
    this.#decoding = { bytes, before };
    member.write(bytes, (error) => {
      // Failures and ends are reported by events of their own.
      const isRead = member.bytesWritten - before === bytes.length;
      if (isError(error) || this.#stream !== member || !isRead) return;
      this.#decoding = undefined;
      this.#feed();
    });
  }

  #finish(): void {
    if (this.#wireFailure === undefined) this.sink.complete();
    else this.sink.error(this.#wireFailure);
  }
}

/** gzip allows zero bytes between its members. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);

  return start === -1 ? bytes.subarray(bytes.length) : bytes.subarray(start);
}

function inflater(encoding: Exclude<ContentEncoding, 'identity'>, first: Uint8Array): Transform {
  switch (encoding) {
    case 'gzip':
      return createGunzip({ flush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH });
    case 'deflate':
      // The standard means zlib's wrapper (method 8 in the low half of its first byte); some send none.
      return ((first[0] ?? 0) & 0x0f) === 8
        ? createInflate({ flush: constants.Z_SYNC_FLUSH })
        : createInflateRaw({ flush: constants.Z_SYNC_FLUSH });
  }
}
