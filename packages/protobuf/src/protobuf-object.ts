import { type EncodedObject, type Omission, encodedBytes } from '@rxkube/operators';
import { DecodeError, type MetadataHead, type ObjectMeta, objectKey } from '@rxkube/protocol';

import { about } from './about.js';
import { metadataOf } from './messages/metadata-of.js';
import { readMetadataHead } from './messages/metadata-head.js';
import { readObjectMeta } from './messages/object-meta.js';
import { type TypeMeta } from './messages/type-meta.js';
import { type ObjectDecoder } from './object-decoder.js';
import { type Undecoded } from './undecoded-object.js';

/** The options for reading an object. */
export interface ObjectReading {
  readonly decode: ObjectDecoder | undefined;
  readonly omit: readonly Omission[];
}

const PATH = 'object';

/** An object as it came in protobuf. */
export class ProtobufObject implements EncodedObject {
  readonly [encodedBytes]: Uint8Array;

  /** @param bytes a copy: the whole of a chunk would be kept for one object in it. */
  constructor(
    bytes: Uint8Array,
    private readonly type: TypeMeta,
    private readonly reading: ObjectReading,
  ) {
    this[encodedBytes] = bytes;
  }

  head(): MetadataHead | undefined {
    const metadata = metadataOf(this[encodedBytes], PATH);

    return metadata === undefined ? undefined : readMetadataHead(metadata);
  }

  read(): unknown {
    const { decode } = this.reading;
    const undecoded = this.#undecoded();
    if (decode === undefined) return undecoded;
    try {
      return decode(this[encodedBytes], undecoded);
    } catch (cause) {
      const { metadata } = undecoded;
      throw new DecodeError({
        problem: 'object',
        path: PATH,
        expected: `a ${this.type.kind} for the decoder, which threw`,
        key: objectKey(undecoded),
        resourceVersion: metadata.resourceVersion,
        cause,
      });
    }
  }

  #undecoded(): Undecoded {
    const { apiVersion, kind } = this.type;
    const bytes = this[encodedBytes];
    const metadata = this.#metadata();

    // The caller looks for the name, as in JSON.
    return { apiVersion, kind, metadata: metadata as ObjectMeta, [encodedBytes]: bytes };
  }

  #metadata(): Partial<ObjectMeta> {
    try {
      const message = metadataOf(this[encodedBytes], PATH);

      return message === undefined ? {} : readObjectMeta(message, this.reading.omit);
    } catch (error) {
      throw about(error, () => this.head());
    }
  }
}
