import { type MetadataHead } from '@rxkube/protocol';
import { MAX_DOCUMENT_BYTES } from '@rxkube/protocol/json';

import { type Omission } from './omission.js';
import { type encodedBytes } from './encoded-bytes.js';

/**
 * A way to write objects that a server may offer beside JSON, such as protobuf.
 *
 * The operators ask for it before JSON, and read an answer by its content type: what comes as JSON is read as JSON.
 * Whatever it gives has the shape of JSON: frames, lists and Status objects are the same data either way.
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
  /** The Status in the beginning of the body of a refusal; `undefined` where there is none. Never throws. */
  readonly status: (body: Uint8Array) => unknown;
}

/** What a {@link Format} is told for each body. @since 0.1.0 */
export interface FormatOptions {
  /** Bytes of one event, of one object of a list, and of all that is around those; more is a `DecodeError` `size`. */
  readonly maxDocumentBytes: number;
  /** Parts of the metadata to leave out. */
  readonly omit: readonly Omission[];
}

/** Cuts the body of a watch into its events. What is unfinished at the end is dropped. @since 0.1.0 */
export interface EventSplitter {
  /**
   * Takes the next bytes and hands on the events that are whole, until `take` returns false.
   *
   * @throws DecodeError where the bytes are not the format; nothing more is pushed then.
   */
  readonly push: (chunk: Uint8Array, take: (event: EncodedEvent) => boolean) => void;
}

/** Reads the body of one page of a list as it arrives. @since 0.1.0 */
export interface ListReader {
  /**
   * Takes the next bytes and hands on the objects that are whole.
   *
   * @throws DecodeError where the bytes are not the format; nothing more is pushed then.
   */
  readonly push: (chunk: Uint8Array, take: (object: EncodedObject) => void) => void;
  /**
   * The document around the objects, with none of them: `{ metadata, items: [] }`, or a Status. `undefined` for an
   * empty body.
   *
   * @throws DecodeError where the body was cut short.
   */
  readonly end: () => unknown;
}

/** An event of a watch whose object nobody has read yet. @since 0.1.0 */
export interface EncodedEvent {
  readonly type: string;
  readonly object: EncodedObject;
}

/** An object as it came. @since 0.1.0 */
export interface EncodedObject {
  /** They belong to the object and do not change. */
  readonly [encodedBytes]: Uint8Array;
  /**
   * What the protocol needs to know of it; `undefined` where that is not there.
   *
   * @throws DecodeError where the bytes are not the format.
   */
  readonly head: () => MetadataHead | undefined;
  /**
   * The object, made anew by each call.
   *
   * @throws DecodeError where the bytes are none.
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
