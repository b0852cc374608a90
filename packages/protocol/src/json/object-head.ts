import { type MetadataHead } from '../objects/metadata-head.js';
import { readMetadata } from './plain/metadata-head.js';
import { OPEN_OBJECT } from './plain/bytes.js';

/**
 * Reads the head of an object from its bytes, such as those of an item of a list, without parsing the rest.
 *
 * The fields may come in any order. The result is `undefined` for every shape that the function does not fully
 * understand, as in `readEventHead`. The rest may turn out to be broken when it is parsed.
 *
 * @since 0.1.0
 */
export function readObjectHead(bytes: Uint8Array): MetadataHead | undefined {
  return bytes[0] === OPEN_OBJECT ? readMetadata(bytes, 1) : undefined;
}
