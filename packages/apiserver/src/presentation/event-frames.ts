import { type Status } from '@rxkube/protocol';
import { encodeUtf8 } from '@rxkube/protocol/internal';

import { atVersion } from '../objects/canonical-object.js';
import { type Change } from '../storage/change.js';
import { type ServedResource } from '../resources/served-resource.js';
import { type StoredObject } from '../objects/stored-object.js';
import { TableForm } from '../tables/table-form.js';
import { type Representation, objectText } from './representation.js';

const frames = new WeakMap<Change, Map<string, Uint8Array>>();

/** Says whether a watch selects an object. */
export type Matches = (object: StoredObject) => boolean;

/**
 * Makes the frame that a watch with this selection gets for a change, if any. It is made once for
 * all watches.
 *
 * An object that leaves the selection appears as deleted, with its previous content at the version
 * of the change.
 */
export function changeFrame(
  change: Change,
  matches: Matches,
  representation: Representation,
): Uint8Array | undefined {
  const { previous, current, revision } = change;
  const before = previous !== undefined && matches(previous) ? previous : undefined;
  const after = current !== undefined && matches(current) ? current : undefined;
  if (after !== undefined) {
    const type = before === undefined ? 'ADDED' : 'MODIFIED';

    return once(change, type, representation, () => objectFrame(type, after, representation));
  }
  if (before === undefined) return undefined;

  return once(change, 'DELETED', representation, () =>
    objectFrame('DELETED', atVersion(before, String(revision)), representation),
  );
}

/** Makes the frame of an object that existed when the watch began. */
export function initialFrame(object: StoredObject, representation: Representation): Uint8Array {
  return objectFrame('ADDED', object, representation);
}

/**
 * Makes a frame that only moves the position. `initialEventsEnd` marks the end of the initial
 * events.
 */
export function bookmarkFrame(
  served: ServedResource,
  representation: Representation,
  revision: number,
  initialEventsEnd = false,
): Uint8Array {
  const position = { resourceVersion: String(revision) };
  const mark = initialEventsEnd && { annotations: { 'k8s.io/initial-events-end': 'true' } };
  const metadata = { ...position, ...mark };
  if (representation instanceof TableForm) {
    return eventFrame('BOOKMARK', representation.bookmarkText(metadata, initialEventsEnd));
  }
  const object =
    representation === 'whole'
      ? served.builtIn
        ? { kind: served.kind, apiVersion: served.apiVersion, metadata, ...served.bookmarkFields }
        : {
            apiVersion: served.apiVersion,
            kind: served.kind,
            metadata: { ...mark, ...position },
          }
      : { kind: 'PartialObjectMetadata', apiVersion: representation, metadata };

  return eventFrame('BOOKMARK', JSON.stringify(object));
}

/** Makes the last frame of a watch that fails. It is a Status whatever form the client accepts. */
export function errorFrame(status: Status): Uint8Array {
  return eventFrame('ERROR', JSON.stringify(status));
}

function eventFrame(type: string, object: string): Uint8Array {
  return encodeUtf8(`{"type":"${type}","object":${object}}\n`);
}

function objectFrame(
  type: string,
  object: StoredObject,
  representation: Representation,
): Uint8Array {
  return eventFrame(
    type,
    representation instanceof TableForm
      ? representation.eventText(object)
      : objectText(object, representation),
  );
}

/**
 * Makes a frame once for all watches. Tables differ between watches: the first event of each
 * describes the columns.
 */
function once(
  change: Change,
  type: string,
  representation: Representation,
  make: () => Uint8Array,
): Uint8Array {
  if (representation instanceof TableForm) return make();
  const name = `${type} ${representation}`;
  const known = frames.get(change) ?? new Map<string, Uint8Array>();
  frames.set(change, known);
  const frame = known.get(name) ?? make();
  known.set(name, frame);

  return frame;
}
