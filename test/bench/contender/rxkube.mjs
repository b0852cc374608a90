import { sampleTime } from 'rxjs';
import { nodeTransport, pods, resource, snapshots } from 'rxkube';

import { MODES } from './rxkube-modes.mjs';

/** @import { CacheSnapshot } from 'rxkube' */
/** @import { Job, Start } from './job.mjs' */
/** @import { Progress } from './progress.mjs' */

/** Milliseconds between two looks of a consumer that samples: 20 a second. */
const SAMPLE = 50;

const widgets = resource({
  group: 'bench.rxkube.test',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

/** @type {Readonly<Record<string, Start>>} */
export const variants = Object.fromEntries(
  MODES.map((mode) => [mode.name, (job, progress) => follow(mode, job, progress)]),
);

/**
 * @param {import('./rxkube-modes.mjs').Mode} mode
 * @param {Job} job
 * @param {Progress} progress
 */
function follow({ options, sampled, readsEach }, { url, kind }, progress) {
  const transport = nodeTransport({ server: url });
  const all = snapshots(transport, kind === 'Pod' ? pods : widgets, options);
  /** @type {CacheSnapshot<any> | undefined} */
  let latest;

  (sampled ? all.pipe(sampleTime(SAMPLE)) : all).subscribe((snapshot) => {
    latest = snapshot;
    if (readsEach) read(snapshot);
    progress.snapshot(snapshot);
  });

  return {
    versions: (/** @type {boolean} */ isLast) =>
      sampled && !isLast
        ? Array.from(latest?.keys() ?? [], unread)
        : Array.from(latest?.entries() ?? [], entryOf),
    objects: () => latest?.values() ?? [],
    hold: () => latest,
  };
}

/**
 * @param {string} key
 * @returns {[string, null]}
 */
function unread(key) {
  return [key, null];
}

/**
 * @param {[string, any]} entry
 * @returns {[string, string]}
 */
function entryOf([key, { metadata }]) {
  return [key, metadata.resourceVersion];
}

/** @param {CacheSnapshot<any>} snapshot */
function read({ changes }) {
  for (const { object } of changes) {
    if (object.metadata === undefined) throw new Error('an object without metadata');
  }
}
