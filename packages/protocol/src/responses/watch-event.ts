import { either as E } from 'fp-ts';
import * as t from 'io-ts';

import { decodeObject } from '../objects/decode-object.js';
import { DecodeError, ProtocolError, type StatusError } from '../errors/errors.js';
import { List } from './list.js';
import { type KubeObject } from '../objects/object-meta.js';
import { ResourceVersion } from '../objects/resource-version.js';
import { shapeOf } from '../errors/shape-of.js';
import { statusError } from './status.js';

/**
 * One event of a watch, in the words of the wire.
 *
 * @since 0.1.0
 */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | {
      readonly type: 'BOOKMARK';
      readonly resourceVersion: ResourceVersion;
      /** True on the one bookmark that ends the initial events of a streaming list. */
      readonly initialEventsEnd: boolean;
    };

/** The io-ts codec of the frame around an event: its object is decoded apart. @since 0.1.0 */
export const WatchEventFrame: t.Type<{ readonly type: string; readonly object?: unknown }> =
  t.intersection([t.type({ type: t.string }), t.partial({ object: t.unknown })], 'WatchEventFrame');

/** The annotation that ends the initial events; its value must be exactly `"true"`. */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/**
 * Reads one document of a watch.
 *
 * - An ERROR frame, or a bare Status, is a {@link StatusError}.
 * - A List is a {@link ProtocolError} `watchNotSupported`: the server ignored `watch=true`.
 * - Everything else that is no event is a {@link DecodeError} that says why.
 * - Whether an object is a Status is told by the frame's `type`, never by the object's `kind`.
 *
 * An exception of the codec itself is the user's and passes through.
 *
 * @since 0.1.0
 */
export function decodeWatchEvent<T extends KubeObject>(
  codec?: t.Decoder<unknown, T>,
): (document: unknown) => E.Either<DecodeError | StatusError | ProtocolError, WatchEvent<T>> {
  return (document) => {
    if (!isFrame(document)) return E.left(notAFrame(document));
    switch (document.type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED': {
        const { type } = document;
        const object = decodeObject(document.object, 'object', codec);

        return E.isLeft(object) ? object : E.right({ type, object: object.right });
      }
      case 'BOOKMARK':
        return decodeBookmark(document.object);
      case 'ERROR':
        return E.left(statusError(document.object));
      default:
        return E.left(
          t.UnknownRecord.is(document.object) ? unknownType(document.type) : notAFrame(document),
        );
    }
  };
}

/** What `WatchEventFrame.is` says, in a fraction of its time. */
function isFrame(document: unknown): document is t.TypeOf<typeof WatchEventFrame> {
  return (
    typeof document === 'object' &&
    document !== null &&
    !Array.isArray(document) &&
    'type' in document &&
    typeof document.type === 'string'
  );
}

/** The type is a word of the protocol, so it is shown, as far as a word goes. */
function unknownType(type: string): DecodeError {
  return new DecodeError({
    problem: 'eventType',
    path: 'type',
    expected: 'ADDED, MODIFIED, DELETED, BOOKMARK or ERROR',
    text: JSON.stringify(type.slice(0, 40)),
  });
}

function decodeBookmark(object: unknown): E.Either<DecodeError, WatchEvent<never>> {
  const metadata = t.UnknownRecord.is(object) ? object['metadata'] : undefined;
  const { resourceVersion, annotations } = t.UnknownRecord.is(metadata) ? metadata : {};
  if (!ResourceVersion.is(resourceVersion)) {
    return E.left(
      new DecodeError({
        problem: 'bookmark',
        path: 'object.metadata.resourceVersion',
        expected: 'the position that the bookmark is for',
      }),
    );
  }

  return E.right({
    type: 'BOOKMARK',
    resourceVersion,
    initialEventsEnd: t.UnknownRecord.is(annotations) && annotations[INITIAL_EVENTS_END] === 'true',
  });
}

function notAFrame(document: unknown): DecodeError | StatusError | ProtocolError {
  if (t.UnknownRecord.is(document) && document['type'] === undefined) {
    if (document['kind'] === 'Status') return statusError(document);
    if (List.is(document) || Array.isArray(document['items'])) {
      return new ProtocolError({
        rule: 'watchNotSupported',
        problem:
          'the server answered the watch with a List, so it cannot watch this resource; list it now and then instead',
      });
    }
  }

  return new DecodeError({
    problem: 'envelope',
    path: 'type',
    expected: 'a watch event, {"type": …, "object": …}',
    text: shapeOf(document),
  });
}
