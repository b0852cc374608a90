/**
 * A kind of object that the bench fills a server with.
 *
 * @typedef {object} Kind
 * @property {string} kind
 * @property {string} apiVersion
 * @property {string} path of its collection
 * @property {boolean} bareItems whether the items of a list leave out `kind` and `apiVersion`, as built-in types do
 * @property {(at: Place) => PlainObject} make
 */

/**
 * Which object, in which state.
 *
 * @typedef {object} Place
 * @property {number} index of the object; it decides everything but what changes
 * @property {string} version
 * @property {number} revision how often it was modified
 * @property {string} [namespace] default: one of 40 that the index decides
 * @property {string} [name] default: one that the index decides
 * @property {boolean} [isDeleted]
 */

/** @typedef {{ readonly metadata: Metadata, readonly [field: string]: unknown }} PlainObject */

/** @typedef {{ readonly name: string, readonly namespace: string, readonly resourceVersion: string }} Metadata */

/**
 * Eight hexadecimal digits that look like a hash of the index.
 *
 * @param {number} index
 */
export function digest(index) {
  return (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
}

/**
 * The moment at which an object was made, as the wire writes it.
 *
 * @param {number} index
 */
export function moment(index) {
  return new Date(1_790_000_000_000 + index * 1_000).toISOString().replace('.000', '');
}

/**
 * The fields that a manager owns in `managedFields`: each name becomes an `f:` entry.
 *
 * @param {readonly string[]} names
 * @returns {Readonly<Record<string, object>>}
 */
export function owned(...names) {
  return Object.fromEntries(names.map((name) => [`f:${name}`, {}]));
}
