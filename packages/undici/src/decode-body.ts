import { type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib';

/** What a body may be encoded with, as far as this transport can undo it. */
export type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br';

/** Where the decoded bytes go. Exactly one of `complete` and `error` is called, and last. */
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
  /** The wire has ended, well or with `failure`. What has arrived is decoded first, then the sink ends. */
  readonly end: (failure?: unknown) => void;
  /** Nobody wants the rest. */
  readonly destroy: () => void;
}

/** The encoding that a `content-encoding` header names, or `undefined` for one that cannot be undone. */
export function contentEncoding(header: string | undefined): ContentEncoding | undefined {
  switch (header?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
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
 * - gzip may come in several members, as a streaming list of Kubernetes 1.37 does; `node:zlib` reads on.
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

function zlibDecoder(encoding: Exclude<ContentEncoding, 'identity'>, sink: BodySink): BodyDecoder {
  let stream: Transform | undefined; // made by the first byte: an empty body is no broken one
  let wireFailure: unknown;

  function open(first: Uint8Array): Transform {
    const opened = inflater(encoding, first);
    opened.on('data', sink.next);
    opened.on('drain', sink.drain);
    opened.on('end', () => {
      if (wireFailure === undefined) sink.complete();
      else sink.error(wireFailure);
    });
    // A cut on the wire shows here as a premature end; the cut is the reason.
    opened.on('error', (error) => {
      sink.error(wireFailure ?? error);
    });

    return opened;
  }

  return {
    write: (chunk) => {
      if (chunk.byteLength === 0) return true;
      stream ??= open(chunk);

      return stream.write(chunk);
    },
    end: (failure) => {
      wireFailure = failure;
      if (stream !== undefined) stream.end();
      else if (failure === undefined) sink.complete();
      else sink.error(failure);
    },
    destroy: () => {
      stream?.destroy();
    },
  };
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
