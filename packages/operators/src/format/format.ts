import { type MetadataHead } from '@rxkube/protocol';
import { MAX_DOCUMENT_BYTES } from '@rxkube/protocol/json';

import { type Omission } from './omission.js';
import { type encodedBytes } from './encoded-bytes.js';

/**
 * A format that a server may offer beside JSON, such as protobuf.
 *
 * The operators request it before JSON, and read each response by its content type. A server may still respond in JSON.
 * Frames, lists and Status objects are the same data in either format, in the shape of JSON.
 *
 * @since 0.1.0
 */
export interface Format {
  /** Such as `application/vnd.kubernetes.protobuf`, without parameters. */
  readonly mediaType: string;
  /** Makes a splitter for the body of one watch. */
  readonly watch: (options: FormatOptions) => EventSplitter;
  /** Makes a reader for the body of one page of a list. */
  readonly list: (options: FormatOptions) => ListReader;
  /** The Status at the beginning of the body of a refusal; `undefined` if there is none. Never throws. */
  readonly status: (body: Uint8Array) => unknown;
}

/** Options of a {@link Format}, for each body. @since 0.1.0 */
export interface FormatOptions {
  /** Bytes of one event, of one object of a list, and of the rest of a list. Above it, the error is a `DecodeError` `size`. */
  readonly maxDocumentBytes: number;
  /** Parts of the metadata to leave out. */
  readonly omit: readonly Omission[];
}

/** Splits the body of a watch into its events. An unfinished event at the end is dropped. @since 0.1.0 */
export interface EventSplitter {
  /**
   * Takes the next bytes and passes on the complete events, until `take` returns false.
   *
   * @throws DecodeError if the bytes are not in the format. Do not push more bytes then.
   */
  readonly push: (chunk: Uint8Array, take: (event: EncodedEvent) => boolean) => void;
}

/** Reads the body of one page of a list as it arrives. @since 0.1.0 */
export interface ListReader {
  /**
   * Takes the next bytes and passes on the complete objects.
   *
   * @throws DecodeError if the bytes are not in the format. Do not push more bytes then.
   */
  readonly push: (chunk: Uint8Array, take: (object: EncodedObject) => void) => void;
  /**
   * The document around the objects, without the objects: `{ metadata, items: [] }`, or a Status. `undefined` for an
   * empty body.
   *
   * @throws DecodeError if the body was cut short.
   */
  readonly end: () => unknown;
}

/** An event of a watch with an unread object. @since 0.1.0 */
export interface EncodedEvent {
  readonly type: string;
  readonly object: EncodedObject;
}

/** An unread object, as it arrived. @since 0.1.0 */
export interface EncodedObject {
  /** The bytes of this object alone. They do not change. */
  readonly [encodedBytes]: Uint8Array;
  /**
   * The fields that the protocol needs; `undefined` if the object lacks them.
   *
   * @throws DecodeError if the bytes are not in the format.
   */
  readonly head: () => MetadataHead | undefined;
  /**
   * Reads the object. Each call makes another object.
   *
   * @throws DecodeError if the bytes do not hold an object.
   */
  readonly read: () => unknown;
}

/** The options of a body, with their defaults. */
export function formatOptions(options: {
  readonly maxDocumentBytes?: number | undefined;
  readonly omit?: readonly Omission[] | undefined;
}): FormatOptions {
  const { maxDocumentBytes = MAX_DOCUMENT_BYTES, omit = [] } = options;

  return { maxDocumentBytes, omit };
}
