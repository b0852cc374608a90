import { Session } from 'node:inspector';

import { fileIn } from './walk.mjs';

/** @import { Calls } from './walk.mjs' */
/** @import { Profiler } from 'node:inspector' */

// The cache of `snapshots()` may be a package of its own.
const packages = ['operators', 'protocol', 'snapshots'];

/** Counts calls by V8's precise coverage. Must exist before the packages are loaded. */
export class CoverageCounter {
  #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Begins at zero. */
  reset() {
    this.#take();
  }

  /**
   * The functions that were called since `reset()`.
   *
   * @returns {readonly Calls[]}
   */
  count() {
    return this.#take().flatMap(({ url, functions }) => {
      const file = fileIn(url, packages);
      if (file === undefined) return [];

      return functions
        .map(({ functionName, ranges: [range] }) => ({
          file,
          name: functionName === '' ? '()' : functionName,
          count: range?.count ?? 0,
          start: range?.startOffset ?? 0,
        }))
        .filter(({ count, start }) => count > 0 && start > 0); // the module itself starts at 0
    });
  }

  /** @returns {readonly Profiler.ScriptCoverage[]} */
  #take() {
    /** @type {readonly Profiler.ScriptCoverage[]} */
    let scripts = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      scripts = result;
    });

    return scripts;
  }
}
