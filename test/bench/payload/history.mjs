/** @import { Kind, Place, PlainObject } from './kind.mjs' */

/** The name of the pod whose arrival ends a phase; its namespace is `default`. */
export const SENTINEL = 'zz-sentinel';

/**
 * The content and the events of a server: the same for the same arguments.
 *
 * @typedef {object} History
 * @property {readonly string[]} items of the first list
 * @property {string} listVersion
 * @property {readonly string[]} frames of the watch, each with its line feed; the last one brings the sentinel
 * @property {string} watchedVersion of the sentinel, and of the list after the watch
 * @property {() => readonly string[]} finalItems of the list after the watch
 * @property {string} lastFrame what brings the second version of the sentinel
 * @property {string} relistedVersion of that
 * @property {{ readonly listed: Versions, readonly watched: Versions, readonly relisted: Versions }} expected
 */

/** @typedef {Readonly<Record<string, string>>} Versions by `namespace/name` */

/** @typedef {Place & { readonly key: string }} Living an object that the server holds */

/**
 * Objects, and events on them: 8 of 10 modify one, one adds, one deletes.
 *
 * @param {Kind} kind
 * @param {number} count objects of the first list
 * @param {number} events of the watch, without the last, which adds the sentinel
 * @returns {History}
 */
export function history(kind, count, events) {
  const random = generator(count * 31 + events);
  const first = 100_000;
  /** @type {Map<number, Living>} */
  const living = new Map();
  /** @param {Place} place */
  const put = (place) => {
    const object = kind.make(place);
    living.set(place.index, { ...place, key: keyOf(object) });

    return object;
  };
  const items = Array.from({ length: count }, (_, index) =>
    itemOf(kind, put({ index, version: String(first + index), revision: 0 })),
  );
  const listVersion = String(first + count);
  const listed = versionsOf(living.values());
  const indexes = [...living.keys()];
  const frames = [];
  let next = count;

  for (let event = 1; event <= events; event++) {
    const version = String(first + count + event);
    const dice = random();
    if (dice < 0.1 || indexes.length === 0) {
      frames.push(frameOf('ADDED', put({ index: next, version, revision: 0 })));
      indexes.push(next++);
      continue;
    }
    const at = Math.floor(random() * indexes.length);
    const index = /** @type {number} */ (indexes[at]);
    const { revision } = /** @type {Living} */ (living.get(index));
    if (dice < 0.2) {
      indexes[at] = /** @type {number} */ (indexes.at(-1));
      indexes.pop();
      living.delete(index);
      frames.push(frameOf('DELETED', kind.make({ index, version, revision, isDeleted: true })));
    } else {
      frames.push(frameOf('MODIFIED', put({ index, version, revision: revision + 1 })));
    }
  }

  const watchedVersion = String(first + count + events + 1);
  const relistedVersion = String(first + count + events + 2);
  const sentinel = { index: next, revision: 0, namespace: 'default', name: SENTINEL };
  frames.push(frameOf('ADDED', put({ ...sentinel, version: watchedVersion })));
  const watched = versionsOf(living.values());
  const last = kind.make({ ...sentinel, version: relistedVersion });

  return {
    items,
    listVersion,
    frames,
    watchedVersion,
    finalItems: () => [...living.values()].map((place) => itemOf(kind, kind.make(place))),
    lastFrame: frameOf('MODIFIED', last),
    relistedVersion,
    expected: {
      listed,
      watched,
      relisted: { ...watched, [`default/${SENTINEL}`]: relistedVersion },
    },
  };
}

/**
 * @param {Kind} kind
 * @param {PlainObject} object
 */
function itemOf({ bareItems }, object) {
  // Undefined fields are not written.
  const left = bareItems ? { ...object, kind: undefined, apiVersion: undefined } : object;

  return JSON.stringify(left);
}

/**
 * @param {string} type
 * @param {PlainObject} object
 */
function frameOf(type, object) {
  return `${JSON.stringify({ type, object })}\n`;
}

/** @param {PlainObject} object */
function keyOf({ metadata: { namespace, name } }) {
  return `${namespace}/${name}`;
}

/**
 * @param {Iterable<Living>} places
 * @returns {Versions}
 */
function versionsOf(places) {
  return Object.fromEntries(Array.from(places, ({ key, version }) => [key, version]));
}

/**
 * Numbers from 0 to 1 that are the same in every run (xorshift32).
 *
 * @param {number} seed
 */
function generator(seed) {
  let state = seed | 1;

  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;

    return (state >>> 0) / 2 ** 32;
  };
}
