import { type Format } from '../format/format.js';
import { type ChunkedJsonOptions } from './chunked-json.js';
import { type OnInvalid } from './watch-events.js';
import { type Decoding } from './decoding.js';

/** How the body of a watch is decoded. */
export interface DecodingOptions extends ChunkedJsonOptions {
  readonly decoding?: Decoding | undefined;
  readonly format?: Format | undefined;
  readonly onInvalid?: OnInvalid | undefined;
}
