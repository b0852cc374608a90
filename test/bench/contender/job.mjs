/**
 * The task of a contender.
 *
 * @typedef {object} Job
 * @property {string} url of the server
 * @property {'Pod' | 'Widget'} kind
 * @property {number} count objects of the first list
 * @property {string} sentinel the key of the object that ends a phase, `namespace/name`
 * @property {string} watchedVersion its version at the end of the watch
 * @property {string} relistedVersion its version behind the relist
 * @property {number} bytes of the watch
 * @property {'listed' | 'watched' | 'relisted'} until the last mark
 * @property {boolean} [delay] whether the delay of the event loop is measured during the list
 * @property {number} [holdEvery] events after which a snapshot is held; default: none is
 * @property {boolean} [readAll] whether all objects are read behind the watch, and parsed once more for comparison
 */

/**
 * The calls of the bench to a running contender.
 *
 * @typedef {object} Handle
 * @property {((isLast: boolean) => Iterable<readonly [string, string | null]>) | undefined} versions by key; undefined
 *   if it keeps none. null for unparsed objects, except after the last measurement
 * @property {() => Iterable<unknown>} [objects] all of them, read
 * @property {() => unknown} [hold] the value that a program keeps to hold the current set
 */

/** @typedef {(job: Job, progress: import('./progress.mjs').Progress) => Handle | Promise<Handle>} Start */

export {};
