import { usage } from './usage.mjs';

/** @import { Job } from './job.mjs' */

/** The progress of a contender. The contender reports it in the call that would notify its own consumer. */
export class Progress {
  #job;
  #name;
  #objects = 0;
  #events = 0;
  /** Called at every `holdEvery` events. @type {(() => void) | undefined} */
  onHold;
  listed = moment();
  watched = moment();
  relisted = moment();

  /** @param {Job} job */
  constructor(job) {
    this.#job = job;
    this.#name = job.sentinel.slice(job.sentinel.indexOf('/') + 1);
  }

  /** For contenders that report each object of the list: the last one completes the set. */
  item() {
    if (++this.#objects === this.#job.count) this.whole();
  }

  /** The first set is whole. */
  whole() {
    this.listed.come();
  }

  /**
   * For contenders that report each object of the watch.
   *
   * @param {{ readonly name?: string, readonly resourceVersion?: string } | undefined} metadata
   */
  applied(metadata) {
    if (metadata?.name === this.#name) this.sentinel(metadata.resourceVersion);
    this.#count();
  }

  /**
   * For contenders that emit snapshots.
   *
   * @param {{ readonly resourceVersion: unknown, get: (key: string) => any }} snapshot
   */
  snapshot(snapshot) {
    if (!this.listed.isPast) {
      if (snapshot.resourceVersion !== undefined) this.whole();

      return;
    }
    const object = snapshot.get(this.#job.sentinel);
    if (object !== undefined) this.sentinel(object.metadata.resourceVersion);
    this.#count();
  }

  /** @param {string | undefined} version */
  sentinel(version) {
    if (version === this.#job.watchedVersion) this.watched.come();
    else if (version === this.#job.relistedVersion) this.relisted.come();
  }

  #count() {
    const { holdEvery } = this.#job;
    if (holdEvery !== undefined && ++this.#events % holdEvery === 0) this.onHold?.();
  }
}

/** Something that comes once, and what had been used until then. */
function moment() {
  /** @type {(used: ReturnType<typeof usage>) => void} */
  let resolve = () => undefined;
  /** @type {Promise<ReturnType<typeof usage>>} */
  const used = new Promise((done) => {
    resolve = done;
  });

  return {
    isPast: false,
    used,
    come() {
      if (this.isPast) return;
      this.isPast = true;
      resolve(usage());
    },
  };
}
