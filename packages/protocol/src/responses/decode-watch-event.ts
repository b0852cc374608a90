import type { either as E } from 'fp-ts';
import * as t from 'io-ts';

import { type DecodeError, type ProtocolError, type StatusError } from '../errors/errors.js';
import { type KubeObject } from '../objects/object-meta.js';
import { readWatchEvent } from './read-watch-event.js';
import { type WatchEvent } from './watch-event.js';

/** The io-ts codec of the frame around an event: its object is decoded apart. @since 0.1.0 */
export const WatchEventFrame: t.Type<{ readonly type: string; readonly object?: unknown }> =
  t.intersection([t.type({ type: t.string }), t.partial({ object: t.unknown })], 'WatchEventFrame');

/**
 * Reads one document of a watch.
 *
 * - An ERROR frame, or a bare Status, is a {@link StatusError}.
 * - A List is a {@link ProtocolError} `watchNotSupported`: the server ignored `watch=true`.
 * - Any other document that is not an event is a {@link DecodeError} that says why.
 * - The frame's `type` decides whether an object is a Status, never the object's `kind`.
 *
 * An exception of the codec itself passes through.
 *
 * @since 0.1.0
 */
export function decodeWatchEvent<T extends KubeObject>(
  codec?: t.Decoder<unknown, T>,
): (document: unknown) => E.Either<DecodeError | StatusError | ProtocolError, WatchEvent<T>> {
  return (document) => {
    const event = readWatchEvent(document, codec);

    return 'type' in event ? { _tag: 'Right', right: event } : { _tag: 'Left', left: event };
  };
}
