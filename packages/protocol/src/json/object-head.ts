import { type MetadataHead } from '../objects/metadata-head.js';
import { readMetadata } from './plain/metadata-head.js';
import { OPEN_OBJECT } from './plain/bytes.js';

/**
 * Reads the head of an object from its bytes, such as those of an item of a list, without parsing the rest.
 *
 * It takes the fields in any order, and steps aside with `undefined` for every shape that it does not fully
 * understand, as `readEventHead` does for a whole event. The rest may turn out to be no JSON when it is parsed.
 *
 * @since 0.1.0
 */
export function readObjectHead(bytes: Uint8Array): MetadataHead | undefined {
  return bytes[0] === OPEN_OBJECT ? readMetadata(bytes, 1) : undefined;
}
