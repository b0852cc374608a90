import { type encodedBytes } from '@rxkube/operators';
import { type PartialObjectMetadata } from '@rxkube/protocol';

/**
 * An object of which the metadata was read, and the rest is there as it came.
 *
 * @since 0.1.0
 */
export interface Undecoded extends PartialObjectMetadata {
  /** The message of the object itself, such as a `Pod`; absent where the server answered in JSON. Do not change it. */
  readonly [encodedBytes]?: Uint8Array;
}
