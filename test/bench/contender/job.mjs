/**
 * What a contender is to do.
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
 * What the bench asks of a contender once it runs.
 *
 * @typedef {object} Handle
 * @property {((isLast: boolean) => Iterable<readonly [string, string | null]>) | undefined} versions by key; undefined
 *   where none are kept. null for what is not parsed, unless nothing is measured any more
 * @property {() => Iterable<unknown>} [objects] all of them, read
 * @property {() => unknown} [hold] what somebody keeps who wants the set of this moment
 */

/** @typedef {(job: Job, progress: import('./progress.mjs').Progress) => Handle | Promise<Handle>} Start */

export {};
