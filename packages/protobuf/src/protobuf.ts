import { type Format } from '@rxkube/operators';
import { invalidArgument } from '@rxkube/protocol';

import { statusOf } from './messages/status-of.js';
import { PROTOBUF } from './messages/unknown.js';
import { type ObjectDecoder } from './object-decoder.js';
import { ProtobufEvents } from './protobuf-events.js';
import { ProtobufList } from './protobuf-list.js';

/** Options of {@link protobuf}. @since 0.1.0 */
export interface ProtobufOptions {
  /**
   * Makes each object of its message. It is called when an object is read: as it arrives, or with
   * `decoding: 'deferred'` when you first read it. If it throws, the error is a `DecodeError` `object`. Default: objects
   * stay {@link Undecoded}.
   */
  readonly decode?: ObjectDecoder | undefined;
}

/**
 * The format of the API server that is shorter than JSON, for the operators of `@rxkube/operators`.
 *
 * ```ts
 * snapshots(nodeTransport(), undecoded(pods), { format: protobuf(), decoding: 'deferred' });
 * ```
 *
 * - The server is asked for protobuf before JSON. Custom resources, and servers that do not know it, answer in JSON,
 *   and their objects are those of JSON: nothing is decoded by `decode`.
 * - The metadata of each object is read, with the fields that it has in JSON. The managed fields are parsed when you
 *   first read them. `decode` reads the rest.
 * - Bytes that are not protobuf are a `DecodeError` `protobuf`, and too many bytes are a `DecodeError` `size`.
 *
 * @throws ProtocolError `invalidArgument` for a decoder that is not a function.
 * @since 0.1.0
 */
export function protobuf(options: ProtobufOptions = {}): Format {
  const { decode } = options;
  if (decode !== undefined && typeof decode !== 'function') {
    throw invalidArgument('decode', 'pass a function of the bytes of an object');
  }

  return {
    mediaType: PROTOBUF,
    watch: (format) => new ProtobufEvents(format, decode),
    list: (format) => new ProtobufList(format, decode),
    status: statusOf,
  };
}
