import { type DecodeError } from '@rxkube/protocol';

import { type RawObject } from '../raw/raw-object.js';

/** Takes the objects of a page, in their order. */
export interface ItemSink {
  /** An object that was parsed and is not checked yet. */
  readonly addParsed: (object: unknown) => void;
  readonly addRaw: (object: RawObject<unknown>) => void;
  /** An object that its own decoder has refused. */
  readonly addInvalid: (error: DecodeError) => void;
}

/** Cuts the body of one page of a list into its objects, in one format. */
export interface PageItems {
  /**
   * Takes the next bytes and hands on the objects that they complete.
   *
   * @throws DecodeError if the bytes are not the format.
   */
  readonly push: (chunk: Uint8Array, sink: ItemSink) => void;
  /**
   * The document around the objects, without them; `undefined` if the body was empty.
   *
   * @throws DecodeError if the body was damaged or cut short.
   */
  readonly end: () => unknown;
}
